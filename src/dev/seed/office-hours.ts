import { addDays, dayInIndia } from '#shared/format.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

export function after(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * day);
}

/** A day (`yyyy-mm-dd`) at an hour in India. */
export function atHour(on: string, hours: number): Date {
  return new Date(Date.parse(`${on}T00:00:00+05:30`) + hours * hour);
}

/** The same day, or the next one that is open, scaled into 10:00–17:00, which keeps the order within a day. */
export function inOfficeHours(moment: Date): Date {
  const on = dayInIndia(moment);
  const part = (moment.getTime() - atHour(on, 0).getTime()) / day;
  return atHour(openDay(on, 1), opens + (closes - opens) * part);
}

/** The moment itself, or else the last one before it at which the office was open. */
export function lastInOffice(moment: Date): Date {
  const on = dayInIndia(moment);
  if (moment < atHour(on, opens)) return atHour(openDay(addDays(on, -1)), closes);
  return openDay(on) === on && moment <= atHour(on, closes) ? moment : atHour(openDay(on), closes);
}

/** The day itself, or else the nearest before it (or after it) that is no Sunday and no national holiday. */
export function openDay(on: string, direction: -1 | 1 = -1): string {
  return isClosed(on) ? openDay(addDays(on, direction), direction) : on;
}

const [opens, closes] = [10, 17];

/** Republic Day, Independence Day, Gandhi Jayanti. */
const holidays = ['01-26', '08-15', '10-02'];

export function isClosed(on: string): boolean {
  return new Date(`${on}T00:00:00Z`).getUTCDay() === 0 || holidays.includes(on.slice(5));
}

/** Some days later in office hours; delays below 0.7 days are not shifted. */
export function laterInOffice(moment: Date, days: number): Date {
  const then = after(moment, days);
  return days < 0.7 ? then : inOfficeHours(then);
}

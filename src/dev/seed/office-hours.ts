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

/** The same day, or the Monday after a Sunday, scaled into 10:00–17:00, which keeps the order within a day. */
export function inOfficeHours(moment: Date): Date {
  const on = dayInIndia(moment);
  const part = (moment.getTime() - atHour(on, 0).getTime()) / day;
  return atHour(isSunday(on) ? addDays(on, 1) : on, 10 + 7 * part);
}

/** The day itself, or the Saturday before a Sunday. */
export function openDay(on: string): string {
  return isSunday(on) ? addDays(on, -1) : on;
}

function isSunday(on: string): boolean {
  return new Date(`${on}T00:00:00Z`).getUTCDay() === 0;
}

/** Some days later in office hours; delays below 0.7 days are not shifted. */
export function laterInOffice(moment: Date, days: number): Date {
  const then = after(moment, days);
  return days < 0.7 ? then : inOfficeHours(then);
}

import { dayInIndia } from '#shared/dates.ts';

/** The field of a dialog for the day of what is written down now: today unless somebody chooses an earlier one. */
export function pastDay(label: string, since?: string) {
  const today = dayInIndia(new Date());
  return { kind: 'day', label, initial: today, minDay: since, maxDay: today } as const;
}

import { t } from '#shared/words.ts';
import { dayInIndia, formatCount } from './format.ts';

/** Calendar days in India since a moment or a day. */
export function daysSince(since: string, now = new Date()): number {
  const from = since.length === 10 ? since : dayInIndia(new Date(since));
  return Math.max(0, Math.round((Date.parse(dayInIndia(now)) - Date.parse(from)) / 86_400_000));
}

/** Age in days; above a year in months, from two years in years. */
export function formatAge(since: string, now = new Date()): string {
  const days = daysSince(since, now);
  if (days === 0) return t`today`;
  if (days >= 731) return t`${Math.floor(days / 365.25)} years`;
  if (days > 366) return t`${Math.floor(days / 30.4375)} months`;
  return days === 1 ? t`1 day` : t`${formatCount(days)} days`;
}

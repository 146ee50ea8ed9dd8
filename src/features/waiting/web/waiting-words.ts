import { dayInIndia, formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** `37`, or `1,000+` if there are more. */
export function formatWaiting({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? `${formatCount(count)}+` : formatCount(count);
}

/** Age in calendar days in India; above a year in months, from two years in years. */
export function formatAge(since: string, now: Date): string {
  const days = daysBetween(dayInIndia(new Date(since)), dayInIndia(now));
  if (days <= 0) return t`today`;
  if (days >= 731) return t`${Math.floor(days / 365.25)} years`;
  if (days > 366) return t`${Math.floor(days / 30.4375)} months`;
  return days === 1 ? t`1 day` : t`${formatCount(days)} days`;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

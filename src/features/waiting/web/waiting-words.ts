import { dayInIndia, formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** `37`, or `1,000+` where more were not counted. */
export function formatWaiting({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? `${formatCount(count)}+` : formatCount(count);
}

/** How long the oldest waits, in days by the calendar of India. */
export function formatOldest(oldest: string, now: Date): string {
  const days = daysBetween(dayInIndia(new Date(oldest)), dayInIndia(now));
  if (days <= 0) return t`oldest today`;
  return days === 1 ? t`oldest 1 day` : t`oldest ${formatCount(days)} days`;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

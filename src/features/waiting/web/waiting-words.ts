import { formatAge } from '#shared/age.ts';
import { type Counted, nounOf } from '#shared/counted.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** `37`, or `1,000+` if there are more. */
export function formatWaiting({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? `${formatCount(count)}+` : formatCount(count);
}

/** `63 to verify, oldest 246 days`. */
export function waitingInWords(
  waiting: { count: number; isMore: boolean; oldest: string | null },
  label: Counted,
): string {
  const words = `${formatWaiting(waiting)} ${nounOf(waiting.count, label)}`;
  return waiting.oldest === null ? words : t`${words}, oldest ${formatAge(waiting.oldest)}`;
}

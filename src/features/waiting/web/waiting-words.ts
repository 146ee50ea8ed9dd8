import { type Counted, nounOf } from '#shared/counted.ts';
import { formatCount } from '#shared/format.ts';

type Count = { count: number; isMore: boolean };

/** `37`, or `1,000+` if there are more. */
export function formatWaiting({ count, isMore }: Count): string {
  return isMore ? `${formatCount(count)}+` : formatCount(count);
}

/** `63 to verify`, `1 revocation to confirm`. */
export function waitingInWords(waiting: Count, label: Counted): string {
  return `${formatWaiting(waiting)} ${nounOf(waiting.count, label)}`;
}

import { dayInIndia, formatCount, formatDay } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { CountedNumber } from '../contract.ts';

const kindLabels: Record<CountedNumber['kind'], string> = {
  acknowledgement: t`Acknowledgement numbers`,
  convocation: t`Convocation numbers`,
  print_run: t`Print run numbers`,
  deposit_slip: t`Deposit slip numbers`,
  bundle: t`Bundle numbers`,
  signing_batch: t`Signing batch numbers`,
  serial: t`Serial numbers`,
};

export function lostIn(restoredAt: string): string {
  return t`Lost in restore on ${formatDay(dayInIndia(new Date(restoredAt)))}`;
}

/** The counter's kind, and its series or stock if there may be several. */
export function labelOf({ kind, name }: Pick<CountedNumber, 'kind' | 'name'>): string {
  const label = translateLabel(kindLabels[kind]);
  return name ? `${label}, ${name}` : label;
}

/** Convocation numbers: after 2025/000010, up to 2025/000014 (4) */
export function rangeOf({ kind, name, kept, found, lost }: CountedNumber): string {
  const label = labelOf({ kind, name });
  return kept === null
    ? t`${label}: up to ${found ?? ''} (${formatCount(lost ?? 0)})`
    : t`${label}: after ${kept}, up to ${found ?? ''} (${formatCount(lost ?? 0)})`;
}

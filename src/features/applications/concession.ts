import { z } from 'zod';
import { concessionReasonLabels } from '#features/charges/charge.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { positiveRupees, typedText } from '#shared/fields.ts';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** The amount by which an application's fee is reduced, up to all of it, with reason and authority. */
export const Concession = z.object({
  amount: positiveRupees(t`Enter the concession in rupees, at least ₹1.`),
  reason: typedText().trim().min(1, t`Choose the reason for the concession.`).max(80),
  authority: typedText().trim().min(3, t`Enter the order number and its date.`).max(120),
});
export type Concession = z.infer<typeof Concession>;

/** `₹700 less a concession of ₹200: Court order, WP 12/2026 of 3 May`. */
export function describeConcession(feeAmount: number, { amount, reason, authority }: Concession): string {
  const reasonLabel = choiceInWords(concessionReasonLabels, reason);
  return t`${formatRupees(feeAmount)} less a concession of ${formatRupees(amount)}: ${reasonLabel}, ${authority}`;
}

import { formatMoment, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { College } from '../contract.ts';

/** A fee that waits for a second person. */
export function proposalInWords(proposal: NonNullable<College['proposal']>): string {
  const { convocationFee, proposedBy, proposedAt } = proposal;
  return t`${formatRupees(convocationFee)}, proposed by ${proposedBy} on ${formatMoment(proposedAt)}. Another administrator has to confirm it.`;
}

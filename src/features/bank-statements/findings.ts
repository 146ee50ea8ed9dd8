import { z } from 'zod';
import { bankReturnReasons } from '#features/demand-drafts/contract.ts';
import { Id } from '#shared/fields.ts';
import { formatCount, formatPaise } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

/** Values for a sentence: an amount and a count. */
type Named = { difference: string; many: string; count: number | null };

/** The sentence for each finding of a line: why it was not settled, and what it may be. */
const sentences = {
  draft: t`Number and amount are those of a deposited draft. Match again, or settle it here.`,
  slip: t`This is the sum of a deposit slip. Match again, or settle it here.`,
  short: ({ difference }) => t`A deposited draft has this number, but ${difference} are missing.`,
  excess: ({ difference }) => t`A deposited draft has this number, but the bank credited ${difference} more.`,
  several: ({ many }) =>
    t`${many} drafts of different banks have this number, and the text does not say which.`,
  not_deposited: t`The draft with this number and amount is not deposited yet.`,
  before_deposit: t`The draft with this number and amount was deposited after this day.`,
  not_yet: t`The value date is still to come. Match again on that day.`,
  already_realised: t`The draft with this number was already realised by another line.`,
  realised_by_hand: t`The draft with this number was realised by hand. Settle it here, if this is its money.`,
  already_returned: t`The draft with this number was already returned by the bank.`,
  returned_by_hand: t`The draft with this number was recorded as returned by hand. Confirm, if this is its money.`,
  stale: t`The draft with this number is stale, so it cannot be at the bank.`,
  other_bank: t`The draft with this number and amount is of another bank than the text names.`,
  unknown_number: t`No draft has this number.`,
  amount_only: ({ many, count }) =>
    count === 1
      ? t`The text names no draft. 1 deposited draft has this amount.`
      : t`The text names no draft. ${many} deposited drafts have this amount.`,
  several_slips: ({ many }) => t`${many} deposit slips of this day have this sum.`,
  nothing: t`The text names no draft, and no deposited one has this amount.`,
  interest: t`This looks like interest.`,
  charges: t`This looks like charges or tax of the bank.`,
  cash: t`This looks like cash.`,
  electronic: t`This looks like an electronic transfer, which is not a demand draft.`,
  reversal: t`The bank takes back an entry of its own, so a person has to look.`,
  return: t`The bank seems to have returned this draft. Its applications lose their payment, so a person confirms.`,
  return_differs: ({ difference }) => t`A draft has this number, but the amount differs by ${difference}.`,
  return_unknown: t`The bank returned an instrument, and no draft of ours has this number and amount.`,
  debit: t`A debit that names no draft.`,
} satisfies Record<string, string | ((named: Named) => string)>;
export type FindingCode = keyof typeof sentences;

/** What matching found for a line. */
export const Finding = z.object({
  /** Why it was not settled automatically, or what is proposed. */
  code: z.enum(namesOf(sentences)),
  /** The amount by which the line exceeds (`excess`) or falls short of (`short`) the draft. */
  differencePaise: z.number().int().nullable(),
  /** How many drafts or slips are possible matches. */
  count: z.number().int().nullable(),
  /** The return reason read from the line's text. */
  returnReason: z.enum(bankReturnReasons).nullable(),
  draftIds: z.array(Id),
});
export type Finding = z.infer<typeof Finding>;

export function findingSentence({ code, differencePaise, count }: Finding): string {
  const sentence: string | ((named: Named) => string) = sentences[code];
  if (typeof sentence === 'string') return sentence;
  return sentence({ difference: formatPaise(differencePaise ?? 0), many: formatCount(count ?? 0), count });
}

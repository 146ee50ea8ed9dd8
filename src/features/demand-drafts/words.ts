import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { AlikeDraft } from './contract.ts';
import { depositSlipStateLabels, draftStateLabels } from './states.ts';

const demandDraftsErrors = {
  'demand_drafts.looks_alike': ({ drafts }: { drafts: AlikeDraft[] }) => drafts.map(describeAlike).join(' '),
  'demand_drafts.differs': (data: { amount: number; drawnOn: string }) =>
    t`This draft is already recorded with another date or amount (${formatRupees(data.amount)}, ${data.drawnOn}). Compare it with the sheet in your hand.`,
  'demand_drafts.other_college': t`This draft is already recorded for another college.`,
  'demand_drafts.exhausted': (data: { number: string }) =>
    t`Draft ${data.number} has no balance left: it pays for other applications.`,
  'demand_drafts.not_usable': t`The bank returned this draft or its validity has passed, so it cannot pay anything.`,
  'demand_drafts.receipt_stays': t`This draft pays for a verified application, so its bank receipt stays as it is.`,
  'demand_drafts.not_found': t`This demand draft does not exist or belongs to another college.`,
  'demand_drafts.not_in_hand': (data: { number: string }) =>
    t`Draft ${data.number} is no longer in hand, so it cannot be put on a slip.`,
  'demand_drafts.on_slip': (data: { number: string }) =>
    t`Draft ${data.number} is on a deposit slip that is not deposited yet. Take it off the slip first.`,
  'demand_drafts.validity_passed': (data: { number: string; validUntil: string }) =>
    t`Draft ${data.number} was valid until ${data.validUntil}. Its bank has to revalidate it, or another has to replace it.`,
  'demand_drafts.not_deposited': (data: { number: string }) =>
    t`Draft ${data.number} is not deposited, so it cannot be realised.`,
  'demand_drafts.not_realised': t`Only the money of a realised draft can be refunded.`,
  'demand_drafts.no_balance': t`All of this draft pays for applications or was refunded, so nothing is left to refund.`,
  'demand_drafts.refund_too_large': (data: { balance: number }) =>
    t`${formatRupees(data.balance)} of this draft are left, so no more than that can be refunded.`,
  'demand_drafts.not_stale': t`Only a stale draft can be revalidated by its bank.`,
  'demand_drafts.already_returned': t`The bank returned this draft already.`,
  'demand_drafts.replaced': t`This draft was replaced by another draft.`,
  'demand_drafts.not_replaceable': t`Only a draft that the bank returned, or a stale one, can be replaced.`,
  'deposit_slips.not_found': t`This deposit slip does not exist or belongs to another college.`,
  'deposit_slips.not_prepared': t`This slip was already deposited or cancelled, so it can no longer be changed.`,
  'deposit_slips.empty': t`No draft is on this slip. Cancel it and prepare another.`,
  'deposit_slips.draft_not_on_slip': t`This draft is no longer on the slip.`,
  ...withStatus(422, {
    'demand_drafts.drawn_later': t`The date of a draft cannot be in the future.`,
    'demand_drafts.stale': t`This draft is older than three months. The candidate has to have it revalidated by the bank or bring another.`,
    'demand_drafts.receipt_missing': t`Add the bank receipt.`,
    'demand_drafts.realised_too_early': (data: { number: string; depositedOn: string }) =>
      t`Draft ${data.number} was deposited on ${formatDay(data.depositedOn)}, so it cannot be realised before.`,
    'demand_drafts.realised_later': t`The value date cannot be in the future.`,
    'demand_drafts.revalidated_to_past': t`The day cannot be in the past.`,
    'demand_drafts.revalidated_too_long': t`A bank revalidates for three months at the most.`,
    'deposit_slips.deposited_too_early': (data: { preparedOn: string }) =>
      t`The slip was prepared on ${formatDay(data.preparedOn)}, so it cannot be paid in before.`,
  }),
} as const satisfies ErrorEntries;

/** What an entry has in common with a recorded draft, and the way out. */
export function describeAlike({ number, bank, branch, because }: AlikeDraft): string {
  return because === 'face'
    ? t`Draft ${number} of ${bank}, ${branch} has the same number, amount and date. Enter why this is another draft.`
    : t`Draft ${number} of ${bank}, ${branch} has the same receipt. Add the right receipt, or enter why both have it.`;
}

const words = {
  errors: demandDraftsErrors,
  events: {
    'demand_drafts.allocated': t`Demand draft used for payment`,
    'demand_drafts.deposited': t`Demand draft deposited`,
    'demand_drafts.opened': t`Demand draft from before the portal recorded`,
    'demand_drafts.opening_imported': t`Opening balance of demand drafts imported`,
    'demand_drafts.put_on_slip': t`Demand draft put on a deposit slip`,
    'demand_drafts.realised': t`Demand draft realised`,
    'demand_drafts.receipt_attached': t`Bank receipt of a demand draft added`,
    'demand_drafts.received': t`Demand draft received`,
    'demand_drafts.refunded': t`Demand draft refunded`,
    'demand_drafts.released': t`Amount of a demand draft freed`,
    'demand_drafts.replaced': t`Demand draft replaced by another`,
    'demand_drafts.returned_by_bank': t`Demand draft returned by the bank`,
    'demand_drafts.revalidated': t`Demand draft revalidated by its bank`,
    'demand_drafts.taken_off_slip': t`Demand draft taken off its deposit slip`,
    'demand_drafts.went_stale': t`Demand draft stale: its validity passed`,
    'deposit_slips.cancelled': t`Deposit slip cancelled`,
    'deposit_slips.deposited': t`Deposit slip paid in at the bank`,
    'deposit_slips.draft_removed': t`Draft taken off the deposit slip`,
    'deposit_slips.prepared': t`Deposit slip prepared`,
    'deposit_slips.printed': t`Deposit slip printed`,
  },
  sentences: {
    'demand_drafts.received': ({ by, record, amount }) => t`${by} received draft ${record} (${amount})`,
    'demand_drafts.allocated': ({ by, record, amount, application, reprintOf }) =>
      reprintOf === ''
        ? t`${by} used ${amount} of draft ${record} for the application of ${application}`
        : t`${by} used ${amount} of draft ${record} for the reprint of ${reprintOf}`,
    'demand_drafts.released': ({ by, record, amount }) => t`${by} freed ${amount} of draft ${record}`,
    'demand_drafts.put_on_slip': ({ by, record, depositSlip }) =>
      t`${by} put draft ${record} on deposit slip ${depositSlip}`,
    'demand_drafts.deposited': ({ by, record, depositSlip }) =>
      t`${by} deposited draft ${record} with deposit slip ${depositSlip}`,
    'demand_drafts.refunded': ({ by, record, amount }) => t`${by} refunded ${amount} of draft ${record}`,
    'demand_drafts.replaced': ({ by, record, replacedBy }) =>
      t`${by} replaced draft ${record} by draft ${replacedBy}`,
  },
  records: {
    demand_draft: t`demand draft`,
    deposit_slip: t`deposit slip`,
  },
  fields: {
    alikeReason: t`Reason why it is another draft`,
    balance: { label: t`Balance`, kind: 'rupees' },
    bankBranch: t`Bank and branch`,
    depositSlip: t`Deposit slip`,
    'deposit_slip.total': { label: t`Total`, kind: 'rupees' },
    depositedOn: t`Deposited on`,
    drafts: t`Demand drafts`,
    paidTo: t`Paid to`,
    realisedOn: t`Realised on`,
    receiptFileId: t`Receipt`,
    validUntil: t`Valid until`,
    bank: t`Bank`,
    branch: t`Branch`,
    drawnOn: t`Date of the draft`,
    receipts: t`Receipts`,
    receiptFileIds: t`Receipts`,
  },
  waiting: {
    'demand_drafts.going_stale': {
      label: { one: t`DD going stale`, many: t`DDs going stale` },
      access: 'demand_drafts:read',
      lists: { receiver: 'demandDrafts', admin: 'demandDrafts', auditor: 'demandDrafts' },
      address: { show: 'going_stale' },
      order: 21,
    },
    'demand_drafts.stale': {
      label: { one: t`stale DD`, many: t`stale DDs` },
      access: 'demand_drafts:read',
      lists: { auditor: 'demandDrafts' },
      address: { state: 'stale' },
      order: 22,
    },
  },
  states: { draft: draftStateLabels, slip: depositSlipStateLabels },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    demandDraftsWords: typeof words;
  }
}

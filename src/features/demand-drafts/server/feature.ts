import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { demandDraftsLayout, depositSlipsLayout, draftDaysLayout } from '../columns.ts';
import { demandDraftsContract } from '../contract.ts';
import { depositSlipsContract } from '../slip-contract.ts';
import { draftsBalance } from './balances.ts';
import { cancelSlip } from './commands/cancel-slip.ts';
import { depositSlip } from './commands/deposit-slip.ts';
import { prepareDepositSlip } from './commands/prepare-deposit-slip.ts';
import { realiseDrafts } from './commands/realise-drafts.ts';
import { refundDraft } from './commands/refund-draft.ts';
import { removeFromSlip } from './commands/remove-from-slip.ts';
import { revalidateDraft } from './commands/revalidate-draft.ts';
import { draftDays } from './draft-days.ts';
import { draftSearch, slipSearch } from './find-drafts.ts';
import { lookUpDraft } from './look-up-draft.ts';
import { markStaleJob } from './mark-stale-drafts.ts';
import { countDrafts, getDraft, listDrafts, sumDrafts } from './queries.ts';
import { draftDepositedLateRule } from './rules/draft-deposited-late.ts';
import { draftTwiceRule } from './rules/draft-twice.ts';
import { refundByReceiverRule } from './rules/refund-by-receiver.ts';
import { slipDocumentRoute } from './slip-document/slip-document-route.ts';
import { depositSlips, getDepositSlip } from './slip-queries.ts';
import { waiting } from './waiting.ts';

const demandDraftsPart = partOf(demandDraftsContract, {
  lists: { DraftDays: [draftDays, draftDaysLayout] },
  queries: {
    listDrafts,
    countDrafts,
    sumDrafts,
    lookUpDraft,
    getDraft: (db, { id }) => getDraft(db, id),
  },
  commands: { realiseDrafts, refundDraft, revalidateDraft },
  layouts: { listDrafts: [demandDraftsLayout] },
});

const depositSlipsPart = partOf(depositSlipsContract, {
  lists: { DepositSlips: [depositSlips, depositSlipsLayout] },
  queries: {
    getDepositSlip: (db, { id }) => getDepositSlip(db, id),
  },
  commands: { prepareDepositSlip, removeFromSlip, cancelSlip, depositSlip },
});

export const server: ServerFeature = {
  parts: { demandDrafts: demandDraftsPart, depositSlips: depositSlipsPart },
  scoped: {
    demand_drafts: 'college_id',
    deposit_slips: 'college_id',
    refunds: { column: 'demand_draft_id', of: 'demand_drafts' },
  },
  routes: [slipDocumentRoute],
  jobs: [markStaleJob],
  constraints: {
    demand_drafts__receipt_once: 'files.not_usable',
    demand_drafts__receipt_stays: 'demand_drafts.receipt_stays',
    demand_drafts__not_drawn_later: 'demand_drafts.drawn_later',
    allocations__of_usable_draft: 'demand_drafts.not_usable',
    demand_drafts__stands_as_its_slip: 'deposit_slips.not_prepared',
    refunds__of_realised_draft: 'demand_drafts.not_realised',
  },
  personal: {
    demand_draft: ['paidTo'],
  },
  balances: { drafts: draftsBalance },
  searches: { draft: [draftSearch], slip: [slipSearch] },
  waiting,
  files: [
    {
      kind: 'receipt',
      records: (db, id) => db.selectFrom('demand_drafts').select('id').where('receipt_file_id', '=', id),
    },
  ],
  rules: [draftDepositedLateRule, draftTwiceRule, refundByReceiverRule],
};

import { partOf } from '#platform/server/contract-part.ts';
import { demandDraftsLayout, depositSlipsLayout } from '../columns.ts';
import { demandDraftsContract } from '../contract.ts';
import { depositSlipsContract } from '../slip-contract.ts';
import { cancelSlip } from './commands/cancel-slip.ts';
import { depositSlip } from './commands/deposit-slip.ts';
import { prepareDepositSlip } from './commands/prepare-deposit-slip.ts';
import { realiseDrafts } from './commands/realise-drafts.ts';
import { refundDraft } from './commands/refund-draft.ts';
import { removeFromSlip } from './commands/remove-from-slip.ts';
import { revalidateDraft } from './commands/revalidate-draft.ts';
import { lookUpDraft } from './look-up-draft.ts';
import { countDrafts, getDraft, listDrafts, sumDrafts } from './queries.ts';
import { depositSlips, getDepositSlip } from './slip-queries.ts';

export const demandDraftsPart = partOf(demandDraftsContract, {
  queries: {
    listDrafts,
    countDrafts,
    sumDrafts,
    lookUpDraft,
    getDraft: (db, scope, { id }) => getDraft(db, scope, id),
  },
  commands: { realiseDrafts, refundDraft, revalidateDraft },
  layouts: { listDrafts: [demandDraftsLayout] },
});

export const depositSlipsPart = partOf(depositSlipsContract, {
  lists: { DepositSlips: [depositSlips, depositSlipsLayout] },
  queries: {
    getDepositSlip: (db, scope, { id }) => getDepositSlip(db, scope, id),
  },
  commands: { prepareDepositSlip, removeFromSlip, cancelSlip, depositSlip },
});

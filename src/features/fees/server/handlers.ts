import { partOf } from '#platform/server/contract-part.ts';
import { feesContract } from '../contract.ts';
import { replaceDraft } from './commands/replace-draft.ts';
import { returnDraft } from './commands/return-draft.ts';

export const feesPart = partOf(feesContract, {
  commands: {
    returnDraft,
    replaceDraft,
  },
});

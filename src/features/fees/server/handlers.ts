import { routerOf } from '#platform/server/router-of.ts';
import { feesContract } from '../contract.ts';
import { replaceDraft } from './commands/replace-draft.ts';
import { returnDraft } from './commands/return-draft.ts';

export const feesRouter = routerOf(feesContract, {
  commands: {
    returnDraft,
    replaceDraft,
  },
});

import { command } from '#server/command.ts';
import { lockDrafts } from '../lock-drafts.ts';
import { realiseDraft } from '../realise-draft.ts';

type RealiseInput = { draftIds: string[]; realisedOn: string };

/** Records that the bank credited deposited drafts. */
export const realiseDrafts = command('realiseDrafts', async (transaction, input: RealiseInput) => {
  const drafts = await lockDrafts(transaction.db, transaction.actor.scope, input.draftIds);
  for (const draft of drafts) await realiseDraft(transaction, draft, input.realisedOn);
  return { realised: drafts.length };
});

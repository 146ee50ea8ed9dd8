import { command } from '#platform/server/command.ts';
import { lockDrafts } from '../lock-drafts.ts';
import { noteCredits } from '../note-credits.ts';

type RealiseInput = { draftIds: string[]; realisedOn: string };

/** Records that the bank credited deposited drafts. */
export const realiseDrafts = command('realiseDrafts', async (transaction, input: RealiseInput) => {
  const drafts = await lockDrafts(transaction.db, transaction.actor.scope, input.draftIds);
  const credits = drafts.map((draft) => ({ draft, realisedOn: input.realisedOn }));
  await noteCredits(transaction, credits);
  return { realised: drafts.length };
});

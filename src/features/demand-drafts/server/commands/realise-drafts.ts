import { draftCommand, lockDrafts } from '../lock-drafts.ts';
import { recordCredits } from '../record-credits.ts';

/** Records that the bank credited deposited drafts. */
export const realiseDrafts = draftCommand('realiseDrafts', async (transaction, input) => {
  const drafts = await lockDrafts(transaction.db, input.draftIds);
  const credits = drafts.map((draft) => ({ draft, realisedOn: input.realisedOn }));
  await recordCredits(transaction, credits);
  return { realised: drafts.length };
});

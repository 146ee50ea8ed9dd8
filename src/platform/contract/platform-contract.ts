import { formDraftsContract } from './form-drafts.ts';
import { sessionContract } from './session.ts';
import { stockWordsContract } from './stock-words.ts';

/** The operations that the platform's own screens and forms call, under their names in the full contract. */
export const platformContract = {
  auth: sessionContract,
  formDrafts: formDraftsContract,
  stock: stockWordsContract,
};

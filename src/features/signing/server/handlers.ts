import { partOf } from '#platform/server/contract-part.ts';
import { sheetsToSignLayout, signingBatchesLayout } from '../columns.ts';
import { signingContract } from '../contract.ts';
import { sendForSignature } from './commands/send-for-signature.ts';
import { takeBackSheets } from './commands/take-back-sheets.ts';
import { getSigningBatch, listSigningOffices, sheetsToSign, signingBatches } from './queries.ts';

export const signingPart = partOf(signingContract, {
  lists: {
    SheetsToSign: [sheetsToSign, sheetsToSignLayout],
    SigningBatches: [signingBatches, signingBatchesLayout],
  },
  queries: {
    listSigningOffices,
    getSigningBatch: (db, scope, { id }) => getSigningBatch(db, scope, id),
  },
  commands: { sendForSignature, takeBackSheets },
});

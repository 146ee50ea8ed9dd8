import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { sheetsToSignLayout, signingBatchesLayout } from '../columns.ts';
import { signingContract } from '../contract.ts';
import { sendForSignature } from './commands/send-for-signature.ts';
import { takeBackSheets } from './commands/take-back-sheets.ts';
import { signingBatchSearch } from './find-batches.ts';
import { getSigningBatch, listSigningOffices, sheetsToSign, signingBatches } from './queries.ts';
import { signingListRoute } from './signing-list/signing-list-route.ts';
import { waiting } from './waiting.ts';

const signingPart = partOf(signingContract, {
  lists: {
    SheetsToSign: [sheetsToSign, sheetsToSignLayout],
    SigningBatches: [signingBatches, signingBatchesLayout],
  },
  queries: {
    listSigningOffices,
    getSigningBatch: (db, { id }) => getSigningBatch(db, id),
  },
  commands: { sendForSignature, takeBackSheets },
});

export const server: ServerFeature = {
  parts: { signing: signingPart },
  scoped: {
    signing_batches: 'college_id',
    signing_batch_sheets: { column: 'sheet_id', of: 'sheets' },
  },
  routes: [signingListRoute],
  constraints: {
    signing_batch_sheets__out_once: 'signing_batches.sent_already',
    signing_batch_sheets__of_valid_copy: 'signing_batches.sent_already',
    signing_batch_sheets__back_once: 'signing_batches.back_already',
  },
  searches: { signing_batch: [signingBatchSearch] },
  waiting,
};

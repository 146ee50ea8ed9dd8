import { partOf } from '#platform/server/contract-part.ts';
import { copiesContract } from '../copy-contract.ts';
import { cancelCopy } from './commands/cancel-copy.ts';
import { listCopies } from './copies.ts';

export const copiesPart = partOf(copiesContract, {
  queries: {
    listCopies: (db, scope, { id }) => listCopies(db, scope, id),
  },
  commands: {
    cancelCopy,
  },
});

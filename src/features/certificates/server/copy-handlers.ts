import { routerOf } from '#platform/server/router-of.ts';
import { copiesContract } from '../copy-contract.ts';
import { cancelCopy } from './commands/cancel-copy.ts';
import { listCopies } from './copies.ts';

export const copiesRouter = routerOf(copiesContract, {
  queries: {
    listCopies: (db, scope, { id }) => listCopies(db, scope, id),
  },
  commands: {
    cancelCopy,
  },
});

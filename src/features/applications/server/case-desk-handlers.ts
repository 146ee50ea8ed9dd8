import { routerOf } from '#platform/server/router-of.ts';
import { caseDeskContract } from '../case-desk-contract.ts';
import { getCase, listCaseQueue } from './cases.ts';
import { listOpenCases, openCase, releaseCase } from './leases.ts';

export const caseDeskRouter = routerOf(caseDeskContract, {
  queries: {
    listCaseQueue,
    listOpenCases,
    getCase: (db, scope, { id }) => getCase(db, scope, id),
  },
  commands: {
    openCase,
    releaseCase,
  },
});

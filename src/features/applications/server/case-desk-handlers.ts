import { partOf } from '#platform/server/contract-part.ts';
import { caseDeskContract } from '../case-desk-contract.ts';
import { getCase, listCaseQueue } from './cases.ts';
import { listOpenCases, openCase, releaseCase } from './leases.ts';

export const caseDeskPart = partOf(caseDeskContract, {
  queries: {
    listCaseQueue,
    listOpenCases,
    getCase: (db, { id }) => getCase(db, id),
  },
  commands: { openCase, releaseCase },
});

import { partOf } from '#platform/server/contract-part.ts';
import { approvedReprintsLayout, pendingReprintsLayout, reprintRequestsLayout } from '../columns.ts';
import { reprintsContract } from '../contract.ts';
import { concedeReprint } from './commands/concede-reprint.ts';
import { payReprint } from './commands/pay-reprint.ts';
import { requestReprint } from './commands/request-reprint.ts';
import { approveReprint, rejectReprint, reopenReprint } from './decide-request.ts';
import { getReprintRequest, reprintRequests } from './queries.ts';

export const reprintsPart = partOf(reprintsContract, {
  lists: {
    ReprintRequests: [reprintRequests, pendingReprintsLayout, approvedReprintsLayout, reprintRequestsLayout],
  },
  queries: {
    getReprintRequest: (db, scope, { id }) => getReprintRequest(db, scope, id),
  },
  commands: { requestReprint, payReprint, concedeReprint, approveReprint, rejectReprint, reopenReprint },
});

import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { bySearchText } from '#platform/server/db/log-search.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { approvedReprintsLayout, pendingReprintsLayout, reprintRequestsLayout } from '../columns.ts';
import { reprintsContract } from '../contract.ts';
import { concedeReprint } from './commands/concede-reprint.ts';
import { payReprint } from './commands/pay-reprint.ts';
import { requestReprint } from './commands/request-reprint.ts';
import { approveReprint, rejectReprint, reopenReprint } from './decide-request.ts';
import { getReprintRequest, reprintRequests } from './queries.ts';
import { waiting } from './waiting.ts';

const reprintsPart = partOf(reprintsContract, {
  lists: {
    ReprintRequests: [reprintRequests, pendingReprintsLayout, approvedReprintsLayout, reprintRequestsLayout],
  },
  queries: {
    getReprintRequest: (db, { id }) => getReprintRequest(db, id),
  },
  commands: { requestReprint, payReprint, concedeReprint, approveReprint, rejectReprint, reopenReprint },
});

export const server: ServerFeature = {
  parts: { reprints: reprintsPart },
  scoped: { reprint_requests: 'college_id' },
  constraints: {
    reprint_requests__one_open_per_certificate: 'reprints.asked_already',
    reprint_requests__decided_by_another: 'reprints.own_request',
    reprint_requests__photo_once: 'files.not_usable',
    reprint_requests__not_of_revoked: 'reprints.revoked',
    reprint_requests__declaration_once: 'files.not_usable',
    reprint_requests__approved_is_paid: 'reprints.not_paid',
    reprint_requests__concession_by_another: 'reprints.own_concession',
    concessions__one_per_charged: 'reprints.conceded_already',
    reprint_requests__ended_stays: 'reprints.ended',
    reprint_requests__correction_is_printed: 'reprints.data_corrected',
  },
  logSearches: [bySearchText('reprint_request', 'reprint_requests')],
  waiting,
  files: [
    {
      kind: 'error_photo',
      records: (db, id) =>
        db.selectFrom('reprint_requests').select('id').where('error_photo_file_id', '=', id),
    },
    {
      kind: 'declaration',
      records: (db, id) =>
        db.selectFrom('reprint_requests').select('id').where('declaration_file_id', '=', id),
    },
  ],
};

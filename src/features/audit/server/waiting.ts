import { collegeOf } from '#platform/server/db/scope.ts';
import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { AuditFilters } from '../contract.ts';
import { auditEvents } from './queries.ts';

const setUpAlone = waitingIn({
  filters: AuditFilters,
  rows: auditEvents.waiting,
  since: { column: 'audit_events.at', type: 'timestamptz' },
});

/** What is set up serves every college, so people limited to one college get no count. */
export const waiting: ServerFeature['waiting'] = {
  'audit.set_up_alone': async (db, parameters) =>
    collegeOf(db) === null ? setUpAlone(db, parameters) : null,
};

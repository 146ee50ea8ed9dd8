import { collegeOf } from '#platform/server/db/scope.ts';
import { type WaitingQuery, waitingIn } from '#platform/server/db/waiting-rows.ts';
import { AuditFilters } from '../contract.ts';
import { waitingEvents } from '../waiting.ts';
import { auditEvents } from './queries.ts';

const setUpAlone = waitingIn(waitingEvents['audit.set_up_alone'], {
  filters: AuditFilters,
  rows: auditEvents.waiting,
  since: 'audit_events.at',
});

/** Events record no college, so people limited to one college get no count. */
export const waitingEventQueries: Record<keyof typeof waitingEvents, WaitingQuery> = {
  'audit.set_up_alone': async (db, personId) => (collegeOf(db) === null ? setUpAlone(db, personId) : null),
};

import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { AuditFilters } from '../contract.ts';
import { auditEvents } from './queries.ts';

export const waiting: ServerFeature['waiting'] = {
  'audit.set_up_alone': waitingIn({
    filters: AuditFilters,
    rows: auditEvents.waiting,
    since: 'audit_events.at',
  }),
};

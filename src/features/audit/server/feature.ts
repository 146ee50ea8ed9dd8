import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { accessLogLayout, auditLogLayout, masterChangesLayout } from '../columns.ts';
import { auditContract } from '../contract.ts';
import { chainCheck, checkpointsCheck } from './check-chain.ts';
import { writeCheckpointsJob } from './checkpoints/write-checkpoints.ts';
import { proofRoutes } from './proof-routes.ts';
import {
  accessEntries,
  collegeOfEvent,
  countAuditEvents,
  getAuditEvent,
  listAuditEvents,
} from './queries.ts';
import { approvedWithinAMinuteRule } from './rules/approved-within-a-minute.ts';
import { enteredBackDatedRule } from './rules/entered-back-dated.ts';
import { outOfHoursRule } from './rules/out-of-hours.ts';
import { samePersonTwiceRule } from './rules/same-person-twice.ts';
import { viewedWithoutWorkingRule } from './rules/viewed-without-working.ts';
import { waiting } from './waiting.ts';

const auditPart = partOf(auditContract, {
  lists: { AccessEntries: [accessEntries, accessLogLayout] },
  queries: {
    listAuditEvents,
    countAuditEvents,
    getAuditEvent: (db, { sequence }) => getAuditEvent(db, sequence),
  },
  layouts: { listAuditEvents: [auditLogLayout, masterChangesLayout] },
});

export const server: ServerFeature = {
  rules: [
    samePersonTwiceRule,
    approvedWithinAMinuteRule,
    enteredBackDatedRule,
    outOfHoursRule,
    viewedWithoutWorkingRule,
  ],
  parts: { audit: auditPart },
  scoped: { audit_events: collegeOfEvent },
  routes: proofRoutes,
  jobs: [writeCheckpointsJob],
  checks: [checkpointsCheck, chainCheck],
  waiting,
};

import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { findingsLayout } from '../columns.ts';
import { FindingFilters, findingsContract } from '../contract.ts';
import { bundleRoute } from './bundle-route.ts';
import { dropFinding, remarkOnFinding, replyToFinding, settleFinding } from './finding-commands.ts';
import { findings, getFinding, listInspectionReports } from './queries.ts';
import { raiseFinding } from './raise-finding.ts';
import { closeInspection, reportRoute } from './report/close-inspection.ts';
import { stateDiffersFromLogRule } from './rules/state-differs-from-log.ts';

const findingsPart = partOf(findingsContract, {
  lists: { Findings: [findings, findingsLayout] },
  queries: {
    getFinding: (db, { id }) => getFinding(db, id),
    listInspectionReports,
  },
  commands: { raiseFinding, replyToFinding, remarkOnFinding, settleFinding, dropFinding, closeInspection },
});

const waits = waitingIn({ filters: FindingFilters, rows: findings.waiting });

export const server: ServerFeature = {
  rules: [stateDiffersFromLogRule],
  parts: { findings: findingsPart },
  scoped: {
    findings: 'college_id',
    finding_entries: { column: 'finding_id', of: 'findings' },
    finding_items: { column: 'finding_id', of: 'findings' },
    report_paras: { column: 'finding_id', of: 'findings' },
  },
  routes: [reportRoute, bundleRoute],
  constraints: {
    finding_entries__due_day: { code: 'findings.final_day', field: 'finalOn' },
    finding_entries__in_order: 'findings.over',
    finding_entries__of_own_college: 'findings.not_found',
    inspection_reports__days_in_order: { code: 'findings.days_of_inspection', field: 'to' },
    report_paras__of_open_finding: 'findings.changed_since',
    inspection_reports__numbers_without_gaps: 'findings.changed_since',
    inspection_reports__number_once: 'findings.changed_since',
  },
  personal: { finding: ['title', 'text'] },
  files: [
    {
      kind: 'evidence',
      records: (db, id) => db.selectFrom('finding_entries').select('id').where('file_id', '=', id),
    },
  ],
  waiting: { 'findings.to_reply': waits, 'findings.replied': waits },
};

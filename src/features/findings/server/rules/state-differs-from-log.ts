import { sql } from 'kysely';
import { storedNames } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { stateInWords } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';

const births = [
  ...(['applications.received', 'certificates.created', 'demand_drafts.received'] as const),
  ...(['findings.raised', 'findings.inspection_closed'] as const),
  ...(['books.printed', 'exceptions.limit_proposed'] as const),
];
/** These do not say the state in which their records begin. */
const prepared = ['deposit_slips.prepared', 'print_runs.prepared'] as const;

export const stateDiffersFromLogRule = rule({
  name: 'state_differs_from_log',
  family: 'certificates',
  severity: 'control',
  title: t`State differs from the log`,
  meaning: t`A record is in another state than its newest event says, or no event tells how it began: it was written past the portal.`,
  authority: t`The audit log: each write has its event`,
  find: () => sql`
    with records (record_type, record_id, label, state, begins, person, at, college_id) as (
      select 'application', id::text, registration_number, status, true, coalesce(verified_by, received_by), received_at, college_id from applications
       union all select 'certificate', id::text, convocation_number, state, true, null, created_at, college_id from certificates
       -- One of an opening balance began before the portal.
       union all select 'demand_draft', id::text, number, state, opening_import_id is null, received_by, received_at, college_id from demand_drafts
       union all select 'deposit_slip', id::text, number_text('DS-', slip_number), state, true, prepared_by, prepared_at, college_id from deposit_slips
       union all select 'print_run', id::text, number_text('R-', run_number), state, true, operator_id, prepared_at, college_id from print_runs
       -- What the auditors write: of an exception the number of its explanations, of a paper the hash of its bytes.
       union all select 'finding', id::text, year || '/' || number, state, true, raised_by, raised_at, college_id from findings
       union all select 'exception_limit', id::text, rule || ', ' || name, coalesce(outcome, 'proposed'), true, decided_by, proposed_at, null from exception_limits
       union all select 'exception_hit', h.id::text, h.label, count(*)::text, true, max(n.written_by::text)::uuid, max(n.written_at), h.college_id
             from exception_notes n join exception_hits h on h.id = n.hit_id group by h.id
       union all select 'statement', id::text, kind, encode(sha256(pdf), 'hex'), true, printed_by, printed_at, college_id from statements
       union all select 'inspection_report', id::text, year || '/' || number, encode(sha256(pdf), 'hex'), true, closed_by, closed_at, null
             from inspection_reports),
    told as (
      select record_type, record_id, sequence, at,
             event = any (${storedNames(...births, ...prepared)}) as is_birth,
             coalesce(after ->> 'status', after ->> 'state', case when event = any (${storedNames(...prepared)}) then 'prepared'
               when event = any (${storedNames('demand_drafts.received')}) then 'received'
               when record_type = 'exception_limit' then coalesce(after ->> 'outcome', 'proposed')
               when record_type in ('statement', 'inspection_report') then after ->> 'sha256' end) as state
        from audit_events where record_type in ('application', 'certificate', 'demand_draft', 'deposit_slip', 'print_run',
             'finding', 'exception_limit', 'statement', 'inspection_report')
       union all
      select record_type, record_id, max(sequence), max(at), true, count(*)::text
        from audit_events where event = any (${storedNames('exceptions.explained')}) group by 1, 2),
    log as (
      select record_type, record_id, bool_or(is_birth) as has_birth, max(at) as at, (array_agg(state order by sequence desc))[1] as state
        from told where state is not null group by record_type, record_id)
    select record_type, record_id, '' as what, r.label, r.person, coalesce(log.at, r.at) as at, r.college_id,
           jsonb_build_object('state', r.state, 'log', log.state, 'isUntold', r.begins and log.has_birth is not true) as parts
      from records r left join log using (record_type, record_id)
     where r.begins and log.has_birth is not true or log.state <> r.state`,
  sentence: ({ state, log, isUntold }) =>
    isUntold
      ? t`The record says “${label(state)}”, and no event tells how it began.`
      : t`The record says “${label(state)}”, and the newest event about it “${label(log)}”.`,
  plant: ({ event, application, caseWorker: by }, told) =>
    `update applications set status = 'received', verified_by = null, verified_at = null where id = '${application}';` +
    told
      .map((name) => event(name, { of: ['application', application], by, after: { status: 'received' } }))
      .join(''),
  values: [[], ['applications.decision_taken_back']],
});

const kinds = ['application', 'certificate', 'draft', 'slip', 'run', 'finding'] as const;

/** The hash of a paper and the number of explanations are told as they are. */
const label = (state: string) =>
  kinds.map((kind) => stateInWords({ kind, state })).findLast(Boolean) ?? state;

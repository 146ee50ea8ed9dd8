import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Charge, ChargeLine } from '../contract.ts';
import {
  allRecords,
  draftsAt,
  named,
  newestState,
  ofCollege,
  type Point,
  pointAt,
  type Scope,
  scopeOf,
  sheetsAt,
} from './rebuild.ts';

/** Everybody but auditors; for a reader of one college, those who serve it. */
function officers(db: Db) {
  const college = collegeOf(db);
  let rows = db.selectFrom('staff').select(['id', 'name', 'email']).where('role', '<>', 'auditor');
  if (college !== null)
    rows = rows.where((eb) => eb.or([eb('college_id', 'is', null), eb('college_id', '=', college)]));
  return rows.orderBy('name').orderBy('id');
}

export async function listOfficers(db: Db) {
  return { officers: await officers(db).execute() };
}

/** What an officer answers for; GFR 2017, rule 286 (2). */
export async function getCharge(db: Db, { at, personId }: { at: string; personId?: string }): Promise<Charge> {
  if (personId === undefined) throw domainError('books.person_not_found');
  const point = await pointAt(db, at);
  const officer = await officers(db)
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => domainError('books.person_not_found'));
  const scope = scopeOf(db);
  const parts = [
    ...(scope.collegeId === null ? [sheetsOf(point, personId)] : []),
    draftsOf(point, scope, personId),
    runsOf(point, scope, personId),
    proposalsOf(point, scope, personId),
  ];
  const lines: ChargeLine[] = [];
  for (const part of parts) lines.push(...(await part.execute(allRecords(db))).rows);
  return { ...point, person: officer.name, lines };
}

/** Sheets that the officer holds, and those bound to their runs, as ranges of serials. */
function sheetsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    with held as (
      select s.*, r.serial_prefix, concat_ws(', ', p.name, p.colour, ${numberTextOf('run', 'g.run_number')}) as what,
             s.number - row_number() over (partition by s.blank_receipt_id, s.state, s.run order by s.number) as island
        from (${sheetsAt(point)}) as s
        join blank_receipts r on r.id = s.blank_receipt_id
        join papers p on p.id = r.paper_id
        left join print_runs g on g.id = s.run
       where s.holder = ${personId} or (s.state = 'bound' and g.operator_id = ${personId}))
    select state as kind, what, concat_ws('–', number_text(serial_prefix, min(number)),
             case when count(*) > 1 then number_text(serial_prefix, max(number)) end) as numbers,
           count(*) as quantity, null::int as rupees
      from held group by state, what, blank_receipt_id, serial_prefix, island order by 1, 2, 3`;
}

/** Drafts that the officer received, that are at no bank, and that no other draft replaced. */
function draftsOf(point: Point, scope: Scope, personId: string) {
  return sql<ChargeLine>`
    select 'drafts' as kind, bank as what, label as numbers, 1 as quantity, rupees
      from (${draftsAt(point, scope)}) as drafts
     where actor_id = ${personId} and state in ('received', 'stale') and not exists (
           select from audit_events e where e.event in (${named('demand_drafts.replaced')})
              and e.record_id = drafts.record_id and e.sequence <= ${point.sequence})
     order by label`;
}

function runsOf(point: Point, scope: Scope, personId: string) {
  return sql<ChargeLine>`
    select 'runs' as kind, '' as what, e.record_label as numbers, (e.after ->> 'sheets')::int as quantity, null::int as rupees
      from audit_events e
      left join ${newestState(point, 'print_run')} newest on true
     where e.event in (${named('print_runs.prepared')}) and e.actor_id = ${personId} and e.sequence <= ${point.sequence}
       and coalesce(newest.state, 'prepared') in ('prepared', 'printing') and ${ofCollege(scope)}
     order by 3`;
}

/** Changes of masters, which are the university's, and revocations: none of them is ever removed. */
function proposalsOf({ at }: Point, { collegeId }: Scope, personId: string) {
  const isOpen = sql`proposed_by = ${personId} and proposed_at <= ${at}::timestamptz
    and (decided_at is null or decided_at > ${at}::timestamptz)`;
  return sql<ChargeLine>`
    select 'proposals' as kind, what, '' as numbers, 1 as quantity, null::int as rupees from (
      select label as what from proposals where ${isOpen} and ${collegeId}::uuid is null
      union all
      select certificates.convocation_number from revocations join certificates on certificates.id = certificate_id
       where ${isOpen} and (${collegeId}::uuid is null or certificates.college_id = ${collegeId})) as proposed
     order by what`;
}

import { type RawBuilder, sql } from 'kysely';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { draftsAt, named, newestState, ofCollege, type Point, sheetsAt, until } from './rebuild.ts';

/** What an officer answers for; `numbers` are ranges of serials, or the number of one draft or run. */
export type ChargeLine = {
  kind: string;
  what: string;
  numbers: string;
  quantity: number;
  rupees: number | null;
};

/** The lines of a handing-over statement (GFR 2017, rule 286 (2)), one query for each part of the charge. */
export function chargeQueries(point: Point, personId: string): RawBuilder<ChargeLine>[] {
  const own = [draftsOf(point, personId), runsOf(point, personId), proposalsOf(point, personId)];
  return point.collegeId === null ? [sheetsOf(point, personId), ...own] : own;
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
    select 'Sheets ' || state as kind, what, concat_ws('–', number_text(serial_prefix, min(number)),
             case when count(*) > 1 then number_text(serial_prefix, max(number)) end) as numbers,
           count(*) as quantity, null::int as rupees
      from held group by state, what, blank_receipt_id, serial_prefix, island order by 1, 2, 3`;
}

/** Drafts that the officer received, that are at no bank, and that no other draft replaced. */
function draftsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    select 'Drafts in hand' as kind, bank as what, record_label as numbers, 1 as quantity, rupees
      from (${draftsAt(point)}) as d
     where actor_id = ${personId} and state in ('received', 'stale') and not exists (
           select from audit_events e where e.event in (${named('demand_drafts.replaced')})
              and e.record_id = d.record_id and ${until(point)})
     order by record_label`;
}

function runsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    select 'Open print runs' as kind, coalesce(newest.state, 'prepared') as what, e.record_label as numbers,
           (e.after ->> 'sheets')::int as quantity, null::int as rupees
      from audit_events e
      left join ${newestState(point, 'print_run')} newest on true
     where e.event in (${named('print_runs.prepared')}) and e.actor_id = ${personId} and ${until(point)}
       and coalesce(newest.state, 'prepared') in ('prepared', 'printing') and ${ofCollege(point)}
     order by e.record_label`;
}

/** Changes of masters, which are the university's, and revocations: neither are ever removed. */
function proposalsOf({ at, collegeId }: Point, personId: string) {
  const isOpen = sql`proposed_by = ${personId} and proposed_at <= ${at}::timestamptz
    and (decided_at is null or decided_at > ${at}::timestamptz)`;
  return sql<ChargeLine>`
    select 'Open proposals' as kind, what, numbers, 1 as quantity, null::int as rupees from (
      select label as what, '' as numbers from proposals where ${isOpen} and ${collegeId}::uuid is null
      union all
      select 'Revocation', c.convocation_number from revocations join certificates c on c.id = certificate_id
       where ${isOpen} and (${collegeId}::uuid is null or c.college_id = ${collegeId})) as proposed
     order by what, numbers`;
}

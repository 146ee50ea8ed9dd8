import { type RawBuilder, sql } from 'kysely';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { storedNames } from '#platform/server/exceptions/events.ts';
import { births, ofCollege, type Point, sheetsAt, statesAt, until } from './rebuild.ts';

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
             s.number - row_number() over (partition by s.blank_receipt_id, s.to_state, s.to_run order by s.number) as island
        from (${sheetsAt(point)}) as s
        join blank_receipts r on r.id = s.blank_receipt_id
        join papers p on p.id = r.paper_id
        left join print_runs g on g.id = s.to_run
       where s.to_holder = ${personId} or (s.to_state = 'bound' and g.operator_id = ${personId}))
    select 'Sheets ' || to_state as kind, what, concat_ws('–', number_text(serial_prefix, min(number)),
             case when count(*) > 1 then number_text(serial_prefix, max(number)) end) as numbers,
           count(*) as quantity, null::int as rupees
      from held group by to_state, what, blank_receipt_id, serial_prefix, island order by 1, 2, 3`;
}

/** Drafts that the officer received, that are at no bank, and that no other draft replaced. */
function draftsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    select 'Drafts in hand' as kind, concat_ws(', ', b.after ->> 'bank', b.after ->> 'branch') as what, label as numbers,
           1 as quantity, (b.after ->> 'amount')::int as rupees
      from (${statesAt(point, 'demand_draft')}) as e
      join audit_events b on b.event = any (${births.demand_draft}) and b.record_id = e.record_id
     where b.actor_id = ${personId} and state in ('received', 'stale') and ${ofCollege(point)} and not exists (
           select from audit_events where event = any (${storedNames('demand_drafts.replaced')})
              and record_id = e.record_id and ${until(point)})
     order by label`;
}

function runsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    select 'Open print runs' as kind, state as what, label as numbers, (b.after ->> 'sheets')::int as quantity,
           null::int as rupees
      from (${statesAt(point, 'print_run')}) as e
      join audit_events b on b.event = any (${births.print_run}) and b.record_id = e.record_id
     where b.actor_id = ${personId} and state in ('prepared', 'printing') and ${ofCollege(point)}
     order by label`;
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

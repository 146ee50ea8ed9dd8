import { type RawBuilder, sql } from 'kysely';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { storedNames } from '#platform/server/exceptions/events.ts';
import { officers } from './queries.ts';
import { begins, newestAt, ofCollege, type Point, sheetsAt, until } from './rebuild.ts';

/** What is counted; `numbers` are ranges of serials, the number of one draft or run, or a state. */
type Line = { what: string; numbers: string; quantity: number; rupees: number | null };
type Section = { heading: string; note: string; lines: Line[] };
/** The facts after the moment, a table for each book or kind of thing, and who signs. */
export type Content = { facts: { name: string; value: string }[]; sections: Section[]; signatures: string[] };
type ChargeLine = Line & { kind: string };

/** What an officer hands over, for both to sign (GFR 2017, rule 286 (2)). */
export async function chargeContent(db: Db, point: Point, personId: string): Promise<Content> {
  const officer = await officers(db)
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => domainError('staff.not_found'));
  const lines: ChargeLine[] = [];
  for (const part of [sheetsOf, draftsOf, runsOf, proposalsOf])
    lines.push(...(await part(point, officer.id).execute(wholePast(db))).rows);
  const kinds = [...Map.groupBy(lines, ({ kind }) => kind)];
  const sections = kinds.map(([heading, ofKind]) => ({ heading, note: '', lines: ofKind }));
  const none = { heading: 'Nothing in charge', note: 'The books hold nothing of this officer.', lines: [] };
  return {
    facts: [
      { name: 'Officer', value: officer.name },
      { name: 'Rule', value: 'GFR 2017, rule 286 (2)' },
    ],
    sections: sections.length > 0 ? sections : [none],
    signatures: [`Handed over by: ${officer.name}, signature`, 'Taken over by: name, signature'],
  };
}

/** Sheets that the officer holds, and those bound to their runs, as ranges of serials; they are the university's. */
function sheetsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    with held as (
      select s.*, concat_ws(', ', paper, ${numberTextOf('run', 'g.run_number')}) as what,
             number - row_number() over (partition by blank_receipt_id, to_state, to_run order by number) as island
        from (${sheetsAt(point)}) as s
        left join print_runs g on g.id = to_run
       where (to_holder = ${personId} or (to_state = 'bound' and g.operator_id = ${personId}))
         and ${point.collegeId}::uuid is null)
    select 'Sheets ' || to_state as kind, what, concat_ws('–', min(label), case when count(*) > 1 then max(label) end) as numbers,
           count(*) as quantity, null::int as rupees
      from held group by to_state, what, blank_receipt_id, island order by 1, 2, 3`;
}

/** The records that begin with these events, by the officer's hand. */
function begunBy(personId: string, isBeginning: RawBuilder<unknown>) {
  return sql`(select record_id, after as facts from audit_events where ${isBeginning} and actor_id = ${personId})`;
}

/** Drafts that the officer received, that are at no bank, and that no other draft replaced. */
function draftsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    select 'Drafts in hand' as kind, concat_ws(', ', facts ->> 'bank', facts ->> 'branch') as what, label as numbers,
           1 as quantity, rupees
      from (${newestAt(point, '')}) as e
      join ${begunBy(personId, begins.drafts)} as b using (record_id)
     where state in ('received', 'stale') and ${ofCollege(point)} and not exists (
           select from audit_events where event = any (${storedNames('demand_drafts.replaced')})
              and record_id = e.record_id and ${until(point)})
     order by label`;
}

function runsOf(point: Point, personId: string) {
  return sql<ChargeLine>`
    select 'Open print runs' as kind, state as what, label as numbers, (facts ->> 'sheets')::int as quantity, null::int as rupees
      from (${newestAt(point, 'print_runs')}) as e
      join ${begunBy(personId, begins.printRuns)} as b using (record_id)
     where state in ('prepared', 'printing') and ${ofCollege(point)}
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

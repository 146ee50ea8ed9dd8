import { type RawBuilder, sql } from 'kysely';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf, within } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { storedNames } from '#platform/server/exceptions/events.ts';
import type { AuditRecordType } from '#shared/audit-names.ts';
import type { BookName, Figure } from '../contract.ts';

/** A moment, the newest event until then, and the one college whose records are read. */
export type Point = { at: string; sequence: number; collegeId: string | null };

/** Milliseconds by which a reader's clock may be ahead of the server's; such a moment is now. */
const clockTolerance = 30_000;

/** Refuses a moment to come. */
export async function pointAt(db: Db, asked: string): Promise<Point> {
  const ahead = Date.parse(asked) - Date.now();
  if (ahead > clockTolerance) throw domainError('books.future');
  const at = ahead > 0 ? new Date().toISOString() : asked;
  const newest = await wholePast(db)
    .selectFrom('audit_events')
    .select('sequence')
    .where('at', '<=', sql<Date>`${at}`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { at, sequence: newest?.sequence ?? 0, collegeId: collegeOf(db) };
}

/** The condition that an event is not later; imports and demo data write moments that are older than their neighbours'. */
export function until({ at, sequence }: Point) {
  return sql`sequence <= ${sequence} and at <= ${at}::timestamptz`;
}

/** The condition that the event `e` is of a record of the college. */
export function ofCollege({ collegeId }: Point): RawBuilder<unknown> {
  return collegeId === null ? sql`true` : within('audit_events', 'e', collegeId);
}

/**
 * Movements of sheets. A command writes the act before its events: one of the last minute whose request has only later
 * events was not done yet.
 */
function movementsAt({ at, sequence }: Point) {
  return sql`
    select m.*, a.paper_id, a.acted_at
      from blank_movements m
      join custody_acts a on a.id = m.custody_act_id
     where a.acted_at <= ${at}::timestamptz
       and not (a.acted_at > ${at}::timestamptz - interval '1 minute' and a.request_id in (
             select request_id from audit_events
              where sequence > ${sequence} and at between ${at}::timestamptz and ${at}::timestamptz + interval '1 minute'))`;
}

/** Each sheet with its newest movement. */
export function sheetsAt(point: Point) {
  return sql`
    select distinct on (blank_receipt_id, number) * from (
      select m.*, generate_series(first_number, last_number) as number from (${movementsAt(point)}) as m) as m
     order by blank_receipt_id, number, id desc`;
}

/** Without the values of events, which are long to sort. */
const ofEvent = sql`record_type, record_id, record_label as label, at as since, sequence, college_id`;

/** Events that do not say the state in which their records begin. */
export const births = {
  demand_draft: storedNames('demand_drafts.received', 'demand_drafts.opened'),
  print_run: storedNames('print_runs.prepared'),
};

/** Records by the newest event with a state, which those of applications call status. */
export function statesAt(point: Point, ...types: AuditRecordType[]) {
  return sql`
    select distinct on (record_type, record_id) ${ofEvent}, coalesce(after ->> 'status', after ->> 'state',
             case record_type when 'print_run' then 'prepared' else 'received' end) as state
      from audit_events
     where record_type = any (${types}) and ${until(point)} and (after ->> 'status' is not null
           or after ->> 'state' is not null or event = any (${births.demand_draft}) or event = any (${births.print_run}))
     order by record_type, record_id, sequence desc`;
}

function recordsAt(point: Point, ...types: AuditRecordType[]) {
  return sql`
    select case e.record_type when 'demand_draft' then 'drafts' else 'certificates' end as book,
           case e.record_type when 'demand_draft' then '' else concat(e.record_type, 's') end as "group",
           state, coalesce((b.after ->> 'amount')::int, 0) as rupees, e.record_type, e.record_id, label, since,
           e.sequence, e.college_id, e.record_id as key
      from (${statesAt(point, ...types)}) as e
      left join audit_events b on b.event = any (${births.demand_draft}) and b.record_id = e.record_id`;
}

const inRun = storedNames('certificates.bound', 'certificates.outcome_taken_back');
const outcomes = ['certificates.printed', 'certificates.spoilt', 'certificates.missing'] as const;
const handedOver = storedNames('certificates.handed_over');
const takenBack = storedNames('certificates.hand_over_taken_back');

/** The newest outcome of each serial, and hand-overs that the certificate's next such event did not take back. */
function printsAt(point: Point) {
  return sql`
    select 'prints' as book, 'prints' as "group", case when event = any (${storedNames('certificates.printed')}) then 'good'
             when event = any (${storedNames('certificates.spoilt')}) then 'spoilt' else 'missing' end as state,
           0 as rupees, record_type, record_id, concat(label, ', ', serial) as label, since, sequence, college_id, serial as key
      from (select distinct on (after ->> 'blank') ${ofEvent}, event, after ->> 'blank' as serial
              from audit_events
             where (event = any (${storedNames(...outcomes)}) or event = any (${inRun})) and ${until(point)}
             order by after ->> 'blank', sequence desc) as prints
     where event <> all (${inRun})
     union all
    select 'prints', 'hand_overs', 'handed_over', 0, record_type, record_id, label, since, sequence, college_id, sequence::text
      from (select ${ofEvent}, event, lead(event) over (partition by record_id order by sequence) as next
              from audit_events
             where (event = any (${handedOver}) or event = any (${takenBack})) and ${until(point)}) as hand_overs
     where event = any (${handedOver}) and (next is null or next = any (${handedOver}))`;
}

/** By book, its records with the event that counts, or the movement of a sheet, and a key that is theirs alone. */
const records: Record<BookName, (point: Point) => RawBuilder<unknown>> = {
  blanks: (point) => sql`
    select *, label as record_id, label as key
      from (select concat(p.name, ', ', p.colour) as "group", s.to_state as state, 'sheet' as record_type, s.acted_at as since,
                   number_text(r.serial_prefix, s.number) as label, null::bigint as sequence, null::uuid as college_id
              from (${sheetsAt(point)}) as s
              join blank_receipts r on r.id = s.blank_receipt_id
              join papers p on p.id = r.paper_id) as sheets`,
  drafts: (point) => recordsAt(point, 'demand_draft'),
  certificates: (point) => recordsAt(point, 'application', 'certificate'),
  prints: printsAt,
};

/** One row for each record of a book. Sheets belong to the university: people of one college do not see them. */
export function rowsAt(book: BookName, point: Point) {
  return sql`
    select "group", state, record_type, record_id, label, since, md5(key)::uuid as id
      from (${records[book](point)}) as e
     where ${ofCollege(point)}`;
}

export type BookFigure = Figure & { book: BookName };

/** The figures of all books; none is 0. Sheets are counted by what came into and what left each state. */
export async function figuresAt(db: Db, point: Point): Promise<BookFigure[]> {
  const { rows } = await sql<BookFigure>`
    with movements as (${movementsAt(point)})
    select 'blanks' as book, concat(p.name, ', ', p.colour) as "group", state, count, 0::bigint as rupees
      from (select paper_id, state, sum(sheets)::bigint as count
              from (select paper_id, to_state as state, quantity as sheets from movements
                     union all
                    select paper_id, from_state, -quantity from movements where from_state is not null) as moved
             group by 1, 2 having sum(sheets) > 0) as sums
      join papers p on p.id = paper_id
     where ${point.collegeId}::uuid is null
     union all
    select book, "group", state, count(*), sum(rupees)::bigint
      from (${recordsAt(point, 'demand_draft', 'application', 'certificate')} union all ${printsAt(point)}) as e
     where ${ofCollege(point)}
     group by 1, 2, 3 order by 1, 2, 3`.execute(wholePast(db));
  return rows;
}

/** The events with which the records of a book begin. */
export const begins = {
  blanks: ['stock.approved', 'stock.opened', 'stock.opening_imported'],
  drafts: ['demand_drafts.received', 'demand_drafts.opened'],
  certificates: ['applications.received'],
  prints: [...outcomes, 'certificates.handed_over'],
} as const;

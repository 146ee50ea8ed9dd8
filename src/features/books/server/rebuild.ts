import { type RawBuilder, sql } from 'kysely';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf, within } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { storedNames } from '#platform/server/exceptions/events.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { BookName, Figure, RowFilters } from '../contract.ts';

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
 * The condition that an act of custody was done. A command writes it before its events: one of the last minute whose request
 * has only later events was not.
 */
function wasDone({ at, sequence }: Point) {
  return sql`
    acted_at <= ${at}::timestamptz and not (acted_at > ${at}::timestamptz - interval '1 minute' and a.request_id in (
      select request_id from audit_events
       where sequence > ${sequence} and at between ${at}::timestamptz and ${at}::timestamptz + interval '1 minute'))`;
}

/** Each sheet with its newest movement. */
export function sheetsAt(point: Point) {
  return sql`
    select distinct on (m.blank_receipt_id, number) m.*, acted_at, number, number_text(serial_prefix, number) as label,
           concat(p.name, ', ', p.colour) as paper
      from blank_movements m
      join custody_acts a on a.id = m.custody_act_id
      join blank_receipts r on r.id = m.blank_receipt_id
      join papers p on p.id = r.paper_id
     cross join generate_series(first_number, last_number) as number
     where ${wasDone(point)}
     order by m.blank_receipt_id, number, m.id desc`;
}

/** The books that events are counted in, by group: drafts have none. */
export const bookOfGroup: Readonly<Record<string, BookName>> = {
  '': 'drafts',
  applications: 'certificates',
  certificates: 'certificates',
  prints: 'prints',
  hand_overs: 'prints',
};

const isOne = (...names: AuditEventName[]) => sql<boolean>`event = any (${storedNames(...names)})`;
const outcomes = ['certificates.printed', 'certificates.spoilt', 'certificates.missing'] as const;
const [printed, spoilt, missing] = outcomes.map((event) => isOne(event));
const handedOver = isOne('certificates.handed_over');

/** The conditions of the events with which records begin. */
export const begins = {
  blanks: isOne('stock.approved', 'stock.opened', 'stock.opening_imported'),
  drafts: isOne('demand_drafts.received', 'demand_drafts.opened'),
  certificates: isOne('applications.received'),
  prints: isOne(...outcomes, 'certificates.handed_over'),
  printRuns: isOne('print_runs.prepared'),
};

/**
 * What the events count: `next` is the number of the event that replaces one, `rupees` those of a draft. First events do
 * not say their state, or say so much that reading all of it takes long. Print runs are in no book. The key of a hand-over
 * is which of those that stand it is, because the last one is taken back.
 */
function versionsAt(point: Point) {
  return sql`
    select * from (
      select *, lead(sequence) over changes as next, first_value(amount) over changes as rupees from (
        select case record_type when 'demand_draft' then '' else concat(record_type, 's') end as "group",
               case when ${begins.drafts} or ${begins.certificates} then 'received' when ${begins.printRuns} then 'prepared'
                    else after ->> case record_type when 'application' then 'status' else 'state' end end as state,
               record_id as key, case when ${begins.drafts} then (after ->> 'amount')::int else 0 end as amount, sequence, college_id
          from audit_events
         where record_type in ('demand_draft', 'application', 'certificate', 'print_run') and ${until(point)}
         union all
        select 'prints', case when ${printed} then 'good' when ${spoilt} then 'spoilt' when ${missing} then 'missing' else '' end,
               after ->> 'blank', 0, sequence, college_id
          from audit_events
         where ${isOne(...outcomes, 'certificates.bound', 'certificates.outcome_taken_back')} and ${until(point)}
         union all
        select 'hand_overs', case when ${handedOver} then 'handed_over' else '' end,
               concat(record_id, sum(case when ${handedOver} then 1 else -1 end) over (partition by record_id order by sequence)
                 + case when ${handedOver} then 0 else 1 end), 0, sequence, college_id
          from audit_events
         where ${isOne('certificates.handed_over', 'certificates.hand_over_taken_back')} and ${until(point)}) as e
       where state is not null
      window changes as (partition by key, "group" order by sequence)) as e
     where state <> ''`;
}

/** What a group counts: the newest event of each, with the state. */
export function newestAt(point: Point, group: string) {
  return sql`
    select v.state, v.rupees, e.*, concat_ws(', ', e.record_label, case "group" when 'prints' then key end) as label
      from (${versionsAt(point)}) as v join audit_events e on e.sequence = v.sequence
     where next is null and "group" = ${group}`;
}

/** One row for each record that a figure counts. Sheets belong to the university: people of one college do not see them. */
export function rowsAt({ book, group, state }: RowFilters, point: Point) {
  const sheets = sql`
    select 'sheet' as record_type, label as record_id, label, acted_at as at, to_state as state,
           null::bigint as sequence, null::uuid as college_id
      from (${sheetsAt(point)}) as s where paper = ${group}`;
  return sql`
    select record_type, record_id, label, at as since, md5(coalesce(sequence::text, label))::uuid as id
      from (${book === 'blanks' ? sheets : newestAt(point, group)}) as e
     where state = ${state} and ${ofCollege(point)}`;
}

export type BookFigure = Figure & { book: BookName; earlier: Pick<Figure, 'count' | 'rupees'> };

/**
 * The figures of all books, with what they were at an earlier point, because reading the log is what takes long. Sheets are
 * counted by what came into and what left each state.
 */
export async function figuresAt(db: Db, point: Point, earlier = point): Promise<BookFigure[]> {
  const { rows } = await sql<Omit<BookFigure, 'book'>>`
    select "group", state,
           coalesce(sum(count) filter (where is_now), 0) as count, coalesce(sum(rupees) filter (where is_now), 0) as rupees,
           jsonb_build_object('count', coalesce(sum(count) filter (where was_earlier), 0),
             'rupees', coalesce(sum(rupees) filter (where was_earlier), 0)) as earlier
      from (
        select concat(p.name, ', ', p.colour) as "group", state, count, 0 as rupees,
               ${wasDone(point)} and ${point.collegeId}::uuid is null as is_now, ${wasDone(earlier)} as was_earlier
          from blank_movements
          join custody_acts a on a.id = custody_act_id
          join papers p on p.id = a.paper_id
         cross join lateral (values (to_state, quantity), (from_state, -quantity)) as change (state, count)
         where state is not null
         union all
        select "group", state, 1, rupees, next is null and ${ofCollege(point)},
               sequence <= ${earlier.sequence} and (next is null or next > ${earlier.sequence})
          from (${versionsAt(point)}) as e
         where "group" = any (${Object.keys(bookOfGroup)})) as e
     group by 1, 2 order by 1, 2`.execute(wholePast(db));
  return rows.map((figure) => ({ book: bookOfGroup[figure.group] ?? 'blanks', ...figure }));
}

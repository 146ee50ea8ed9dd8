import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf, unscoped, within } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type AuditEventName, type AuditRecordType, allNames } from '#shared/audit-names.ts';
import type { BookName } from '../contract.ts';

/** A moment, the newest event until then, and the one college whose records are read. */
export type Point = { at: string; sequence: number; collegeId: string | null };

/** Refuses a moment to come. */
export async function pointAt(db: Db, at: string): Promise<Point> {
  if (Date.parse(at) > Date.now()) throw domainError('books.future');
  const { rows } = await sql<{ sequence: number }>`
    select sequence from audit_events where at <= ${at}::timestamptz order by sequence desc limit 1`.execute(
    allRecords(db),
  );
  return { at, sequence: rows[0]?.sequence ?? 0, collegeId: collegeOf(db) };
}

/** The newest event says to which college a record belonged, so all of its events are read before they are narrowed. */
export function allRecords(db: Db): Db {
  return unscoped(db, 'The rebuild narrows by the newest event of a record.');
}

export function named(...events: AuditEventName[]) {
  return sql.join(events.flatMap((event) => allNames('events', event)));
}

const typed = (type: AuditRecordType) => sql.join(allNames('recordTypes', type));

/** The condition that an event is not later; imports and demo data write moments that are older than their neighbours'. */
export function until({ at, sequence }: Point) {
  return sql`sequence <= ${sequence} and at <= ${at}::timestamptz`;
}

/** The condition that the event `e` is of a record of the college. */
export function ofCollege({ collegeId }: Point): RawBuilder<unknown> {
  return collegeId === null ? sql`true` : within('audit_events', 'e', collegeId);
}

/**
 * Each sheet with its newest movement. A command writes the act before its events: one of the last minute whose request
 * has only later events was not done yet.
 */
export function sheetsAt({ at, sequence }: Point) {
  return sql`
    select distinct on (m.blank_receipt_id, number) m.blank_receipt_id, number, m.to_state as state,
           m.to_holder as holder, m.to_run as run, a.acted_at as since
      from blank_movements m
      join custody_acts a on a.id = m.custody_act_id
     cross join generate_series(m.first_number, m.last_number) as number
     where a.acted_at <= ${at}::timestamptz
       and not (a.acted_at > ${at}::timestamptz - interval '1 minute' and a.request_id in (
             select request_id from audit_events
              where sequence > ${sequence} and at between ${at}::timestamptz and ${at}::timestamptz + interval '1 minute'))
     order by m.blank_receipt_id, number, m.id desc`;
}

/** The newest state that events gave the record of the event `e` until then. */
export function newestState(point: Point, type: AuditRecordType) {
  return sql`lateral (
    select s.after ->> 'state' as state, s.at as since from audit_events s
     where s.record_type in (${typed(type)}) and s.record_id = e.record_id and ${until(point)}
       and s.after ->> 'state' is not null
     order by s.sequence desc limit 1)`;
}

/** Drafts by the events that brought them, of the opening balance too, with who received them. */
export function draftsAt(point: Point) {
  return sql`
    select coalesce(newest.state, 'received') as state, (e.after ->> 'amount')::int as rupees, e.record_id, e.record_label,
           coalesce(newest.since, e.at) as at, e.actor_id, concat_ws(', ', e.after ->> 'bank', e.after ->> 'branch') as bank
      from audit_events e
      left join ${newestState(point, 'demand_draft')} newest on true
     where e.event in (${named('demand_drafts.received', 'demand_drafts.opened')})
       and ${until(point)} and ${ofCollege(point)}`;
}

/** Without the values of events, which are long to sort. */
const ofEvent = sql`record_id, record_label, at, sequence, college_id, event, 0 as rupees`;

/** Records by the newest event with a state, which some events call status. */
function recordsAt(point: Point, type: AuditRecordType, field: string) {
  return sql`
    select ${sql.lit(`${type}s`)} as "group", ${fields(type)}
      from (select distinct on (record_id) ${ofEvent}, after ->> ${sql.lit(field)} as state
              from audit_events
             where record_type in (${typed(type)}) and ${until(point)} and after ->> ${sql.lit(field)} is not null
             order by record_id, sequence desc) as e
     where ${ofCollege(point)}`;
}

/** The newest outcome of each serial, unless it is in a run or its outcome was taken back. */
function printsAt(point: Point) {
  return sql`
    select 'prints' as "group", ${fields('certificate', sql`e.serial`, sql`concat(e.record_label, ', ', e.serial)`)}
      from (select distinct on (after ->> 'blank') ${ofEvent}, after ->> 'blank' as serial,
                   case when event in (${named('certificates.printed')}) then 'good'
                        when event in (${named('certificates.spoilt')}) then 'spoilt' else 'missing' end as state
              from audit_events
             where event in (${named(...outcomes, 'certificates.bound', 'certificates.outcome_taken_back')})
               and ${until(point)}
             order by after ->> 'blank', sequence desc) as e
     where e.event in (${named(...outcomes)}) and ${ofCollege(point)}`;
}
const outcomes = ['certificates.printed', 'certificates.spoilt', 'certificates.missing'] as const;

/** Hand-overs that the certificate's next such event did not take back. */
function handOversAt(point: Point) {
  const back = named('certificates.hand_over_taken_back');
  return sql`
    select 'hand_overs' as "group", ${fields('certificate', sql`e.sequence::text`)}
      from (select ${ofEvent}, 'handed_over' as state, lead(event) over (partition by record_id order by sequence) as next
              from audit_events
             where event in (${named('certificates.handed_over')}, ${back}) and ${until(point)}) as e
     where e.event not in (${back}) and (e.next is null or e.next not in (${back})) and ${ofCollege(point)}`;
}

/** The columns of a row; its id is a hash of the key with the marks of a UUID of version 8 (RFC 9562). */
function fields(type: string, key = sql`e.record_id`, label = sql`e.record_label`) {
  return sql`e.state, e.rupees, overlay(overlay(md5(${key}) placing '8' from 13) placing '8' from 17)::uuid as id,
    ${sql.lit(type)} as record_type, e.record_id, ${label} as label, e.at as since`;
}

/** By book, the query of one row for each record, and the events with which its records begin. */
export const books: Record<
  BookName,
  { rows(at: Point): RawBuilder<unknown>; startsWith: readonly AuditEventName[] }
> = {
  // Paper belongs to the university: people of one college do not see it.
  blanks: {
    rows: (point) => sql`
      select e."group", ${fields('sheet')}
        from (select concat(p.name, ', ', p.colour) as "group", s.state, 0 as rupees, s.since as at,
                     number_text(r.serial_prefix, s.number) as record_id, number_text(r.serial_prefix, s.number) as record_label
                from (${sheetsAt(point)}) as s
                join blank_receipts r on r.id = s.blank_receipt_id
                join papers p on p.id = r.paper_id
               where ${point.collegeId}::uuid is null) as e`,
    startsWith: ['stock.approved', 'stock.opened', 'stock.opening_imported'],
  },
  drafts: {
    rows: (point) => sql`select '' as "group", ${fields('demand_draft')} from (${draftsAt(point)}) as e`,
    startsWith: ['demand_drafts.received', 'demand_drafts.opened'],
  },
  certificates: {
    rows: (point) =>
      sql`${recordsAt(point, 'application', 'status')} union all ${recordsAt(point, 'certificate', 'state')}`,
    startsWith: ['applications.received'],
  },
  prints: {
    rows: (point) => sql`${printsAt(point)} union all ${handOversAt(point)}`,
    startsWith: [...outcomes, 'certificates.handed_over'],
  },
};

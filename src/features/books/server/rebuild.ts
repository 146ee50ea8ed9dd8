import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf, unscoped, within } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type AuditEventName, type AuditRecordType, allNames } from '#shared/audit-names.ts';
import type { BookName } from '../contract.ts';

/** A moment, and the newest event until then. */
export type Point = { at: string; sequence: number };
export type Scope = { collegeId: string | null };

/** Refuses a moment to come. */
export async function pointAt(db: Db, at: string): Promise<Point> {
  if (Date.parse(at) > Date.now()) throw domainError('books.future');
  const newest = await allRecords(db)
    .selectFrom('audit_events')
    .select('sequence')
    .where('at', '<=', sql<Date>`${at}::timestamptz`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { at, sequence: newest?.sequence ?? 0 };
}

/** The newest event says to which college a record belonged, so all of its events are read before they are narrowed. */
export function allRecords(db: Db): Db {
  return unscoped(db, 'The rebuild narrows by the newest event of a record.');
}

export function scopeOf(db: Db): Scope {
  return { collegeId: collegeOf(db) };
}

export function named(...events: AuditEventName[]) {
  return sql.join(events.flatMap((event) => allNames('events', event)));
}

function typed(type: AuditRecordType) {
  return sql.join(allNames('recordTypes', type));
}

/** The condition that the event `e` is of a record of the college. */
export function ofCollege({ collegeId }: Scope): RawBuilder<unknown> {
  return collegeId === null ? sql`true` : within('audit_events', 'e', collegeId);
}

/**
 * Each sheet with its newest movement. A command writes the act before its events: one of the last minute whose request
 * has only later events was not done yet.
 */
export function sheetsAt({ at, sequence }: Point) {
  const minute = sql`interval '1 minute'`;
  return sql`
    select distinct on (m.blank_receipt_id, number) m.blank_receipt_id, number, m.to_state as state,
           m.to_holder as holder, m.to_run as run, a.acted_at as since
      from blank_movements m
      join custody_acts a on a.id = m.custody_act_id
     cross join generate_series(m.first_number, m.last_number) as number
     where a.acted_at <= ${at}::timestamptz
       and not (a.acted_at > ${at}::timestamptz - ${minute} and a.request_id in (
             select request_id from audit_events
              where sequence > ${sequence} and at between ${at}::timestamptz and ${at}::timestamptz + ${minute}))
     order by m.blank_receipt_id, number, m.id desc`;
}

/** The newest state that events gave a record until then. */
export function newestState({ sequence }: Point, type: AuditRecordType) {
  return sql`lateral (
    select s.after ->> 'state' as state, s.at from audit_events s
     where s.record_type in (${typed(type)}) and s.record_id = e.record_id and s.sequence <= ${sequence}
       and s.after ->> 'state' is not null
     order by s.sequence desc limit 1)`;
}

/** Drafts with who received them, from the events that brought them; with those of the opening balance. */
export function draftsAt(point: Point, scope: Scope) {
  return sql`
    select '' as key, '' as "group", coalesce(newest.state, 'received') as state, (e.after ->> 'amount')::int as rupees,
           e.record_id::uuid as id, 'demand_draft' as record_type, e.record_id, e.record_label as label,
           coalesce(newest.at, e.at) as since, e.actor_id, concat_ws(', ', e.after ->> 'bank', e.after ->> 'branch') as bank
      from audit_events e
      left join ${newestState(point, 'demand_draft')} newest on true
     where e.event in (${named('demand_drafts.received', 'demand_drafts.opened')})
       and e.sequence <= ${point.sequence} and ${ofCollege(scope)}`;
}

/** Records by the newest event with a state, which some events call status. */
function recordsAt({ sequence }: Point, scope: Scope, by: { type: AuditRecordType; group: string; field: string }) {
  const state = sql`after ->> ${sql.lit(by.field)}`;
  return sql`
    select ${sql.lit(by.group)} as key, ${sql.lit(by.group)} as "group", e.state, 0 as rupees, e.record_id::uuid as id,
           ${sql.lit(by.type)} as record_type, e.record_id, e.record_label as label, e.at as since
      from (select distinct on (record_id) record_id, record_label, at, sequence, college_id, ${state} as state
              from audit_events
             where record_type in (${typed(by.type)}) and sequence <= ${sequence} and ${state} is not null
             order by record_id, sequence desc) as e
     where ${ofCollege(scope)}`;
}

/** The newest outcome of each serial, unless it is in a run or its outcome was taken back. */
function printsAt({ sequence }: Point, scope: Scope) {
  return sql`
    select 'prints' as key, 'prints' as "group", case when e.event in (${named('certificates.printed')}) then 'good'
             when e.event in (${named('certificates.spoilt')}) then 'spoilt' else 'missing' end as state, 0 as rupees,
           md5(e.serial)::uuid as id, 'certificate' as record_type, e.record_id,
           concat(e.record_label, ', ', e.serial) as label, e.at as since
      from (select distinct on (after ->> 'blank') after ->> 'blank' as serial, event, record_id, record_label, at,
                   sequence, college_id
              from audit_events
             where event in (${named(...outcomes, 'certificates.bound', 'certificates.outcome_taken_back')})
               and sequence <= ${sequence}
             order by after ->> 'blank', sequence desc) as e
     where e.event in (${named(...outcomes)}) and ${ofCollege(scope)}`;
}
const outcomes = ['certificates.printed', 'certificates.spoilt', 'certificates.missing'] as const;

/** Hand-overs that the certificate's next such event did not take back. */
function handOversAt({ sequence }: Point, scope: Scope) {
  return sql`
    select 'hand_overs' as key, 'hand_overs' as "group", 'handed_over' as state, 0 as rupees,
           md5(e.sequence::text)::uuid as id, 'certificate' as record_type, e.record_id, e.record_label as label,
           e.at as since
      from (select event, record_id, record_label, at, sequence, college_id,
                   lead(event) over (partition by record_id order by sequence) as next
              from audit_events
             where event in (${named('certificates.handed_over', 'certificates.hand_over_taken_back')})
               and sequence <= ${sequence}) as e
     where e.event in (${named('certificates.handed_over')}) and ${ofCollege(scope)}
       and (e.next is null or e.next not in (${named('certificates.hand_over_taken_back')}))`;
}

const columns = sql`key, "group", state, rupees, id, record_type, record_id, label, since`;

type BookQuery = {
  /** One row for each record, of which figures and lists are made. */
  rows: (point: Point, scope: Scope) => RawBuilder<unknown>;
  /** The events with which its records begin. */
  startsWith: readonly AuditEventName[];
};

export const books: Record<BookName, BookQuery> = {
  // Paper belongs to the university: people of one college do not see it.
  blanks: {
    rows: (point, { collegeId }) => sql`
      select p.code as key, concat(p.name, ', ', p.colour) as "group", s.state, 0 as rupees,
             md5(s.blank_receipt_id || '/' || s.number)::uuid as id, 'sheet' as record_type,
             number_text(r.serial_prefix, s.number) as record_id, number_text(r.serial_prefix, s.number) as label, s.since
        from (${sheetsAt(point)}) as s
        join blank_receipts r on r.id = s.blank_receipt_id
        join papers p on p.id = r.paper_id
       where ${collegeId}::uuid is null`,
    startsWith: ['stock.approved', 'stock.opened', 'stock.opening_imported'],
  },
  drafts: {
    rows: (point, scope) => sql`select ${columns} from (${draftsAt(point, scope)}) as drafts`,
    startsWith: ['demand_drafts.received', 'demand_drafts.opened'],
  },
  certificates: {
    rows: (point, scope) => sql`
      ${recordsAt(point, scope, { type: 'application', group: 'applications', field: 'status' })}
      union all ${recordsAt(point, scope, { type: 'certificate', group: 'certificates', field: 'state' })}`,
    startsWith: ['applications.received'],
  },
  prints: {
    rows: (point, scope) => sql`${printsAt(point, scope)} union all ${handOversAt(point, scope)}`,
    startsWith: [...outcomes, 'certificates.handed_over'],
  },
};

import { sql } from 'kysely';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import {
  type Db,
  fromRow,
  type ListQuery,
  type QueryOf,
  rowsFound,
  searchForm,
} from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, type RowOf } from '#platform/server/db/list-page.ts';
import type { Order } from '#platform/server/db/page.ts';
import { restorePersonalValues } from '#platform/server/db/personal-values.ts';
import { collegeOf, within } from '#platform/server/db/scope.ts';
import { contains, containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { registered } from '#platform/server/registered.ts';
import {
  allNames,
  auditEventLabels,
  currentName,
  type FormerNames,
  formerNames,
} from '#shared/audit-names.ts';
import { digestsOf, type RedactableEvent } from '#shared/chained-event.ts';
import type { PageRequest } from '#shared/fields.ts';
import { AccessEntry, type AccessFilters, AuditEvent, type AuditFilters } from '../contract.ts';
import { termOf } from './search-events.ts';

/** A draft may pay for several candidates, and its receipt is of all of them. */
const filesOfCandidates = sql`(
  select photo_file_id as file_id, candidate_name, search_text from applications
  union all
  select receipt_file_id, a.candidate_name, a.search_text
    from demand_drafts d join allocations l on l.demand_draft_id = d.id join applications a on a.id = l.application_id
  union all
  select error_photo_file_id, candidate_name, search_text from reprint_requests
  union all
  select declaration_file_id, candidate_name, search_text from reprint_requests)`;

export const accessEntries = listQueries({
  order: byNumber('access_log.id'),
  rows: async (db, { search, kind, ...days }: AccessFilters) => {
    assertWholeUniversity(db);
    let rows = db.selectFrom('access_log').selectAll('access_log');
    if (kind !== 'all') rows = rows.where('access_log.kind', '=', kind);
    rows = rows.where(onDays('access_log.at', days));
    return {
      table: 'access_log',
      rows,
      search: search ? accessTermOf(await searchForm(db, search)) : undefined,
    };
  },
  show: (db, found) =>
    rowsFound(db, found, 'access_log')
      .selectAll('access_log')
      .select(
        sql<string | null>`(select string_agg(distinct candidate_name, ', ')
          from ${filesOfCandidates} as seen where seen.file_id = access_log.file_id)`.as('candidate'),
      ),
  record: (row) => fromRow(AccessEntry, row),
});

export const auditEvents = listQueries({
  order: byNumber('audit_events.sequence'),
  rows: async (db, filters: AuditFilters) => {
    const { recordType, recordId, event, day, actorId, collegeId, setUpAlone, masters, search } = filters;
    let rows = db.selectFrom('audit_events').selectAll('audit_events');
    if (recordType) rows = rows.where('audit_events.record_type', 'in', allNames('recordTypes', recordType));
    if (recordId) rows = rows.where('audit_events.record_id', '=', recordId);
    if (event) rows = rows.where('audit_events.event', 'in', allNames('events', event));
    if (actorId) rows = rows.where('audit_events.actor_id', '=', actorId);
    if (collegeId) rows = rows.where(within('audit_events', 'audit_events', collegeId));
    if (setUpAlone) rows = rows.where(sql<boolean>`audit_events.after ? 'setUpAlone'`);
    if (masters) rows = rows.where('audit_events.event', 'in', masterEvents());
    const since = masters && !filters.from && !filters.to ? await lastInspectedDay(db) : filters.from;
    rows = rows.where(onDays('audit_events.at', { from: since, to: filters.to }));
    if (day) rows = rows.where(onDays('audit_events.at', { from: day, to: day }));
    return {
      table: 'audit_events',
      rows,
      search: search ? await termOf(db, filters, await searchForm(db, search)) : undefined,
    };
  },
  show: withCollege,
  record: toSealed,
});

/** The college of an event; those before hash version 3 have it beside the log. As in the indexes. */
export function collegeOfEvent(alias: string) {
  const [sequence, college] = [sql.ref(`${alias}.sequence`), sql.ref(`${alias}.college_id`)];
  return sql<string | null>`audit_event_college(${sequence}, ${college})`;
}

function withCollege(db: Db, found: ListQuery<object>) {
  return rowsFound(db, found, 'audit_events')
    .leftJoin('colleges', (join) => join.on('colleges.id', '=', collegeOfEvent('audit_events')))
    .selectAll('audit_events')
    .select(['colleges.name as college_name', 'colleges.id as found_college_id']);
}

function toSealed({ personal, ...row }: RowOf<typeof withCollege>) {
  return {
    personal,
    event: fromRow(AuditEvent, row, {
      before: row.before as AuditEvent['before'],
      after: row.after as AuditEvent['after'],
    }),
  };
}

function masterEvents(): string[] {
  const isOfMaster = (name: string) => registered.masterEvents.includes(name.split('.')[0]!);
  return Object.keys(auditEventLabels).filter(isOfMaster);
}

/** By the log, because reports belong to a later feature. */
async function lastInspectedDay(db: Db): Promise<string | undefined> {
  const closed = await wholePast(db)
    .selectFrom('audit_events')
    .where('event', '=', 'findings.inspection_closed')
    .orderBy('sequence', 'desc')
    .select(sql<string>`after ->> 'to'`.as('to'))
    .executeTakeFirst();
  return closed?.to;
}

export async function listAuditEvents(db: Db, input: AuditFilters & PageRequest) {
  const { rows: sealed, nextCursor } = await auditEvents.page(db, input);
  return { rows: await unsealed(db, sealed), nextCursor };
}

export async function getAuditEvent(db: Db, sequence: number): Promise<AuditEvent> {
  const [found] = await readEvents(db, db.selectFrom('audit_events').where('sequence', '=', sequence));
  if (!found) throw domainError('audit.not_found');
  return found.event;
}

/** The events of a query with their personal values, oldest first. */
export async function readEvents(db: Db, found: QueryOf<'audit_events'>) {
  const rows = await withCollege(db, found.selectAll()).orderBy('audit_events.sequence').execute();
  const events = await unsealed(db, rows.map(toSealed));
  return rows.map(({ found_college_id: collegeId }, place) => ({ event: events[place]!, collegeId }));
}

async function unsealed(db: Db, sealed: readonly ReturnType<typeof toSealed>[]): Promise<AuditEvent[]> {
  const known = await readValues(db, sealed);
  return sealed.map(({ event, personal }) =>
    withCurrentNames(restorePersonalValues(event, personal, (digest) => known.get(digest))),
  );
}

/** Of the whole log, the head's sequence is the count, because sequences have no gaps. */
export async function countAuditEvents(db: Db, filters: AuditFilters) {
  const isNarrowed = Object.values(filters).some((value) => value !== undefined && value !== '');
  if (isNarrowed || collegeOf(db) !== null) return auditEvents.count(db, filters);
  const head = await db.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
  return { count: head.sequence };
}

/** For what names no college, such as the access log: people limited to one college may not read it. */
export function assertWholeUniversity(db: Db): void {
  if (collegeOf(db) !== null) throw domainError('audit.university_only');
}

/** Newest first, by the sequence of the log's rows. */
function byNumber(column: string): Order {
  return { column, type: 'bigint', id: column, idType: 'bigint', direction: 'desc' };
}

/** What the row shows must be the same expression as in the index. Candidates are found from three characters on. */
function accessTermOf(term: string): Term<'access_log'> {
  const text = sql<string>`search_form(access_log.person || ' ' || coalesce(access_log.record, '') || ' ' || access_log.network)`;
  if ([...term].length < 3)
    return { term, matches: () => contains(text, term), matchesByIndex: () => containsByIndex(text, term) };
  const files = sql`select seen.file_id from ${filesOfCandidates} as seen where ${containsByIndex('seen.search_text', term)}`;
  return {
    term,
    matches: () => sql<boolean>`(${contains(text, term)} or access_log.file_id in (${files}))`,
    matchesByIndex: () =>
      sql<boolean>`(${containsByIndex(text, term)} or access_log.file_id = any (array(${files})))`,
  };
}

async function readValues(
  db: Db,
  sealed: readonly { event: RedactableEvent; personal: readonly string[] }[],
) {
  const digests = new Set(sealed.flatMap(({ event, personal }) => [...digestsOf(event, personal).values()]));
  if (digests.size === 0) return new Map();
  const rows = await db
    .selectFrom('audit_personal_values')
    .select(['digest', 'value'])
    .where('digest', 'in', [...digests])
    .execute();
  return new Map(rows.map(({ digest, value }) => [digest, value]));
}

/** The event with former names replaced by today's. */
export function withCurrentNames(event: AuditEvent, former: FormerNames = formerNames): AuditEvent {
  const rename = (fields: AuditEvent['before']) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [currentName('fields', key, former), value]),
    );
  return {
    ...event,
    event: currentName('events', event.event, former),
    recordType: currentName('recordTypes', event.recordType, former),
    desk: currentName('desks', event.desk, former),
    before: rename(event.before),
    after: rename(event.after),
  };
}

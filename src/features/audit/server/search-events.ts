import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { LoggedRecords } from '#platform/server/db/log-search.ts';
import { contains, containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import { registered } from '#platform/server/registered.ts';
import {
  allNames,
  auditDeskLabels,
  auditEventLabels,
  auditRecordLabels,
  type FormerNames,
} from '#shared/audit-names.ts';
import { foldedForSearch } from '#shared/folded-for-search.ts';
import { namesLike } from '../columns.ts';
import type { AuditFilters } from '../contract.ts';

const number = sql.ref('audit_events.sequence');
const label = sql<string>`search_form(audit_events.record_label)`;
const isImpersonalLabel = sql<boolean>`not ('/recordLabel' = any (audit_events.personal))`;
const isPersonalLabel = sql<boolean>`'/recordLabel' = any (audit_events.personal)`;
const plainActor = sql<string>`search_form(audit_events.actor_name)`;

/** The words of before and after that a search finds; must be the same expression as in the indexes. */
const words = sql<string>`search_form(audit_event_words(audit_events.before, audit_events.after))`;

const named = [
  { column: 'event', kind: 'events', labels: auditEventLabels },
  { column: 'desk', kind: 'desks', labels: auditDeskLabels },
  { column: 'record_type', kind: 'recordTypes', labels: auditRecordLabels },
] as const;

/**
 * Searches what a row of the log shows: number, moment, person, desk, event and record. Translated labels arrive as
 * names that the reader's screen matched; personal names and labels are looked up outside the chain. Serials,
 * authorities and reasons are found in what changed. From three characters on, the features also find the events of
 * their records by what these hold now.
 */
export async function termOf(
  db: Db,
  filters: Pick<AuditFilters, 'search' | 'events' | 'desks' | 'recordTypes'>,
  term: string,
): Promise<Term<'audit_events'>> {
  const { search } = filters;
  const names = sql.join(
    [
      ...named.map(
        ({ column, kind, labels }) =>
          sql`${sql.ref(`audit_events.${column}`)} = any (${namesOf(kind, labels, search, filters[kind])}::text[])`,
      ),
      ...shownMark(search),
      ...shownNumber(search),
      ...shownMoment(search),
    ],
    sql` or `,
  );
  const hasValue = (column: 'actor_name' | 'record_label', path: string) =>
    sql<boolean>`exists (select from audit_personal_values v
      where v.digest = ${sql.ref(`audit_events.${column}`)} and v.path = ${sql.lit(path)} and ${contains(sql<string>`search_form(v.value)`, term)})`;
  // An array, which an index can answer, instead of a condition evaluated per row.
  const digestsOf = (path: string) =>
    sql`array(select v.digest from audit_personal_values v
      where v.path in ('/actorName', '/recordLabel') and v.path = ${sql.lit(path)} and ${containsByIndex(sql<string>`search_form(v.value)`, term)})`;
  const shown = sql<boolean>`(${names}
      or (${isImpersonalLabel} and ${contains(label, term)})
      or (audit_events.hash_version = 1 and ${contains(plainActor, term)})
      or ${hasValue('actor_name', '/actorName')}
      or (${isPersonalLabel} and ${hasValue('record_label', '/recordLabel')}))`;
  const shownByIndex = sql<boolean>`(${names}
      or (${isImpersonalLabel} and ${containsByIndex(label, term)})
      or (audit_events.hash_version = 1 and ${contains(plainActor, term)})
      or audit_events.actor_name = any (${digestsOf('/actorName')})
      or (${isPersonalLabel} and audit_events.record_label = any (${digestsOf('/recordLabel')})))`;
  const meant = await recordsMeant(db, search, term);
  const inRange = isInRange(search);
  return {
    term,
    matches: () => anyOf([shown, contains(words, term), ...inRange, ...meant.map(isOfRecord)]),
    matchesByIndex: () =>
      anyOf([
        ...[shownByIndex, containsByIndex(words, term)],
        ...inRange.map(isAmong),
        ...meant.map(isOfRecordByIndex),
      ]),
  };
}

function anyOf(conditions: readonly RawBuilder<boolean>[]) {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** A record's events are found from so many characters on: fewer are in nearly every name. */
const shortestOfRecord = 3;

/** Those of the features' records that exist, so that other terms cost as much as if there were none. */
async function recordsMeant(db: Db, typed: string, term: string): Promise<LoggedRecords[]> {
  if ([...term].length < shortestOfRecord) return [];
  const has = (text: RawBuilder<string>) => containsByIndex(text, term);
  const possible = registered.logSearches.flatMap((find) => find(db, { typed, has }));
  const exist = possible.map(({ records }) => sql<boolean>`exists (${records})`);
  const { rows } = await sql<{ found: boolean[] }>`select array[${sql.join(exist)}] as found`.execute(db);
  return possible.filter((_, place) => rows[0]!.found[place]);
}

/** For a scan, row by row. Only records of these types are sure to have a UUID, hence CASE. */
function isOfRecord({ records, ...logged }: LoggedRecords) {
  return sql<boolean>`case when ${isLogged(logged)} then exists (
    select from (${records}) as found where found.id = audit_events.record_id::uuid) end`;
}

function isOfRecordByIndex({ records, ...logged }: LoggedRecords) {
  return sql<boolean>`(${isLogged(logged)}
    and audit_events.record_id = any (array(select found.id::text from (${records}) as found)))`;
}

function isLogged({ type, requests }: Omit<LoggedRecords, 'records'>) {
  const isType = sql<boolean>`audit_events.record_type = any (${allNames('recordTypes', type)}::text[])`;
  return requests ? sql<boolean>`(${isType} and audit_events.request_id = any (array(${requests})))` : isType;
}

/** Names that contain the term themselves or in their English label, and those the screen matched; former names too. */
function namesOf(
  kind: keyof FormerNames,
  labels: Readonly<Record<string, string>>,
  search: string,
  chosen: readonly string[] = [],
): string[] {
  const own = Object.keys(labels).filter((name) => foldedForSearch(name).includes(foldedForSearch(search)));
  const names = new Set([...own, ...namesLike(labels, search), ...chosen]);
  return [...names].flatMap((name) => allNames(kind, name));
}

/** Matches the mark of events that one administrator did alone. */
function shownMark(search: string): RawBuilder<boolean>[] {
  return foldedForSearch('(by one admin alone)').includes(foldedForSearch(search))
    ? [sql<boolean>`audit_events.after ? 'setUpAlone'`]
    : [];
}

/** The same, tested once: beside other conditions, each row that an index finds is tested by all of them. */
function isAmong(condition: RawBuilder<boolean>) {
  return sql<boolean>`${number} = any (array(select ${number} from audit_events where ${condition}))`;
}

/** Whether a range of serials contains the one typed, as `F001001–F001010` does F001004. */
function isInRange(search: string): RawBuilder<boolean>[] {
  const [, prefix, digits] = /^([a-z]{1,4}) ?(\d{1,6})$/i.exec(search) ?? [];
  if (!prefix) return [];
  const serials = sql`coalesce(audit_events.after ->> 'serials', audit_events.before ->> 'serials')`;
  return [
    sql<boolean>`((audit_events.before ? 'serials' or audit_events.after ? 'serials') and exists (
      select from regexp_matches(${serials}, '([A-Z]+)(\\d+)–[A-Z]+(\\d+)', 'g') as range (ends)
       where ends[1] = ${prefix.toUpperCase()} and ${digits}::int between ends[2]::int and ends[3]::int))`,
  ];
}

function shownNumber(search: string): RawBuilder<boolean>[] {
  const digits = search.replaceAll(',', '');
  return /^\d{1,15}$/.test(digits) ? [sql<boolean>`${number} = ${digits}::bigint`] : [];
}

/** `07/03/2026`, or with the minute as the row shows it: `07/03/2026, 14:05`. */
function shownMoment(search: string): RawBuilder<boolean>[] {
  const [, date, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4})(?:,? (\d\d:\d\d))?$/.exec(search) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!date || Number.isNaN(Date.parse(`${day}T${time ?? '00:00'}Z`))) return [];
  const start = sql`${`${day}T${time ?? '00:00'}:00+05:30`}::timestamptz`;
  const length = sql.lit(time ? '1 minute' : '1 day');
  return [sql<boolean>`(audit_events.at >= ${start} and audit_events.at < ${start} + ${length}::interval)`];
}

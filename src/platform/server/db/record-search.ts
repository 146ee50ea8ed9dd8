import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { FoundKind } from '#shared/found-records.ts';
import type { Role } from '#shared/roles.ts';
import { type Db, type Scope, unscoped } from './database.ts';
import { inOrder, type Order } from './page.ts';
import { type Search, searchPage } from './search-page.ts';
import type { DB } from './tables.ts';

/** How the search text matches: the whole number, its beginning, or the name. */
export type Match = 'exact' | 'begins' | 'name';
type Found = { id: string; match: Match };

/** What the search results show of a record. */
type FoundRow = {
  id: string;
  number: string;
  /** The person or thing that the record is about. */
  title: string;
  note: string;
  state: string | null;
};

/**
 * How one kind of record is found by the global search; its feature declares it, and `features/search` runs them all.
 */
export type RecordSearch = {
  kind: FoundKind;
  /** By default everyone who may read records of the kind. */
  isFor?: (role: Role) => boolean;
  /** At most `mostFound` within the scope, by an index. */
  find: (db: Db, scope: Scope, text: string) => Promise<Found[]>;
  show: (db: Db, scope: Scope, ids: readonly string[]) => Promise<FoundRow[]>;
};

/** For each kind. */
export const mostFound = 8;

/** Names are searched from three characters on: fewer occur in every other name. */
export function isName(text: string): boolean {
  return !/\d/.test(text) && [...text].length >= 3;
}

type Numbered = SelectQueryBuilder<DB, never, { id: string; number: string }>;

/**
 * The first results of each query within each college (the queries refer to `colleges.id`): numbers are indexed by
 * college, and there are few colleges. Numbers in `exact` come first.
 */
export async function findInColleges(
  db: Db,
  scope: Scope,
  queries: readonly Numbered[],
  exact: readonly string[],
): Promise<{ id: string; number: string }[]> {
  const isExact = sql`found.number = any(${exact}::text[])`;
  const { rows } = await sql<{ id: string; number: string }>`
    select found.id, found.number
      from colleges cross join lateral (${sql.join(queries, sql` union all `)}) found
     where ${scope.collegeId}::uuid is null or colleges.id = ${scope.collegeId}
     order by ${isExact} desc, found.number using ~<~, found.id
     limit ${2 * mostFound}`.execute(unscoped(db));
  return rows;
}

/** For a query of `findInColleges`: the rows whose number begins with the text, in index order. */
export function beginning<Query extends Beginning<Query>>(
  rows: Query,
  number: RawBuilder<string>,
  text: string,
): Query {
  const pattern = `${text.replace(/[\\%_]/g, '\\$&')}%`;
  // The order of an index with `text_pattern_ops`, whatever the locale.
  return rows
    .where(sql<boolean>`${number} like ${pattern}`)
    .orderBy(sql`${number} using ~<~`)
    .limit(mostFound);
}

type Beginning<Query> = {
  where(holds: RawBuilder<boolean>): Query;
  orderBy(order: RawBuilder<unknown>): Query;
  limit(count: number): Query;
};

/**
 * Parses a record number, such as 123 of `DS-000123`, `ds 123` or `123`, and the range of numbers that begin with it.
 */
function readCounter(letters: string, text: string) {
  const [, own, digits] = new RegExp(`^(${letters})?[\\s#-]*(\\d{1,9})$`, 'i').exec(text) ?? [];
  if (digits === undefined) return null;
  const isWhole = own === undefined || digits.length >= 6;
  return {
    exact: Number(digits),
    /** A bare number may belong to another kind of record. */
    match: own === undefined ? ('begins' as const) : ('exact' as const),
    from: isWhole ? Number(digits) : Number(digits.padEnd(6, '0')),
    to: isWhole ? Number(digits) : Number(digits.padEnd(6, '9')),
  };
}

/** Rows with exactly this counter, then those that begin with it. */
export async function findByCounter<Table extends keyof DB>(
  rows: SelectQueryBuilder<DB, Table, object>,
  { table, column, letters }: { table: Table; column: string; letters: string },
  text: string,
): Promise<Found[]> {
  const read = readCounter(letters, text);
  if (read === null) return [];
  const number = sql<number>`${sql.ref(`${table}.${column}`)}`;
  const found = await rows
    .where(sql<boolean>`(${number} = ${read.exact} or ${number} between ${read.from} and ${read.to})`)
    .orderBy(sql`${number} <> ${read.exact}`)
    .orderBy(number)
    .limit(mostFound)
    .select([
      sql<string>`${sql.ref(`${table}.id`)}`.as('id'),
      sql<boolean>`${number} = ${read.exact}`.as('is_exact'),
    ])
    .execute();
  // The callers' tables select nothing else.
  return (found as unknown as { id: string; is_exact: boolean }[]).map(({ id, is_exact }) => ({
    id,
    match: is_exact ? read.match : 'begins',
  }));
}

/** The first rows of a list, possibly long, that match the term. */
export async function findFirst<Table extends keyof DB, Row extends object>(
  db: Db,
  search: Search<Table, Row>,
  order: Order,
): Promise<Found[]> {
  // A page also finds out whether there is one more row.
  const page = { offset: 0, limit: mostFound - 1, cursor: undefined };
  const { rows } = await searchPage(db, search, order, page);
  const found = await inOrder(rows, order)
    .select(sql<string>`${sql.ref(order.id)}`.as('id'))
    .execute();
  return found.map(({ id }) => ({ id, match: 'name' }));
}

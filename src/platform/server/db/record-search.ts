import { type RawBuilder, sql } from 'kysely';
import { type NumberedKind, numberPrefixes } from '#shared/number-text.ts';
import type { Role } from '#shared/roles.ts';
import type { Db, ListQuery } from './database.ts';
import { type Order, orderedBy } from './page.ts';
import { type Search, searchPage } from './search-page.ts';
import type { DB } from './tables.ts';

/** How the search text matches: the whole number, its beginning, or the name. */
export type Match = 'exact' | 'begins' | 'name';
type Found = { id: string; match: Match };

/** What the search results show of a record. */
type Shown = {
  number: string;
  /** The person or thing that the record is about. */
  title: string;
  note?: string;
  state?: string;
};

/** How records of a kind are found by the global search; its feature declares it in `server/feature.ts`. */
export type RecordSearch = {
  /** By default everyone who may read records of the kind. */
  isFor?: (role: Role) => boolean;
  /** At most `maximumFound` within the scope, by an index. */
  find: (db: Db, text: string) => Promise<Found[]>;
  show: (db: Db, ids: readonly string[]) => Promise<(Shown & { id: string })[]>;
};

type Declared<Row> = {
  isFor?: (role: Role) => boolean;
  table: keyof DB;
  /** The records within the scope, with what is shown of them. */
  rows: (db: Db) => ListQuery<Row>;
  show: (row: Row) => Shown;
  by: RecordSearch['find'] | ByNumber;
};

/** The number's column, one of those shown, and how a text is parsed as a number. */
type ByNumber = { column: string; read: (text: string) => NumberRange | null };

/** The numbers that a text may mean: those that begin with it, and one with leading zeros. */
type NumberRange = {
  from: number | string;
  to: number | string;
  padded?: number | string;
  /** How a whole number matches; by default exactly. */
  match?: Match;
};

/** Builds a kind's search from what is specific to it. */
export function recordSearch<Row extends { id: string }>({
  isFor,
  table,
  rows,
  show,
  by,
}: Declared<Row>): RecordSearch {
  return {
    isFor,
    find: typeof by === 'function' ? by : (db, text) => findByNumber(rows(db), table, by, text),
    show: async (db, ids) => {
      const found = await rows(db)
        .where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::uuid[])`)
        .execute();
      return found.map((row) => ({ id: row.id, ...show(row) }));
    },
  };
}

/** For each kind. */
export const maximumFound = 8;

/** Names are searched from three characters on: fewer occur in every other name. */
export function isName(text: string): boolean {
  return !/\d/.test(text) && [...text].length >= 3;
}

/** The first rows whose number begins with the text, in index order. */
export function startsWith<Query extends Beginning<Query>>(
  rows: Query,
  number: RawBuilder<string>,
  text: string,
): Query {
  const pattern = `${text.replace(/[\\%_]/g, '\\$&')}%`;
  // The order of an index with `text_pattern_ops`, whatever the locale.
  return rows
    .where(sql<boolean>`${number} like ${pattern}`)
    .orderBy(sql`${number} using ~<~`)
    .limit(maximumFound);
}

type Beginning<Query> = {
  where(holds: RawBuilder<boolean>): Query;
  orderBy(order: RawBuilder<unknown>): Query;
  limit(count: number): Query;
};

/** Reads numbers such as 123 of `DS-000123`, `ds 123` or `123`. */
export function parseCountedNumber(kind: NumberedKind): (text: string) => NumberRange | null {
  const written = new RegExp(`^(${numberPrefixes[kind].replace('-', '')})?[\\s#-]*(\\d{1,9})$`, 'i');
  return (text) => {
    const [, own, digits] = written.exec(text) ?? [];
    if (digits === undefined) return null;
    const isWhole = own === undefined || digits.length >= 6;
    return {
      from: isWhole ? Number(digits) : Number(digits.padEnd(6, '0')),
      to: isWhole ? Number(digits) : Number(digits.padEnd(6, '9')),
      padded: Number(digits),
      // A bare number may belong to another kind of record.
      match: own === undefined ? 'begins' : 'exact',
    };
  };
}

/** The whole number first, then those that begin with the text. */
async function findByNumber<Row extends { id: string }>(
  rows: ListQuery<Row>,
  table: string,
  { column, read }: ByNumber,
  text: string,
): Promise<Found[]> {
  const range = read(text);
  if (range === null) return [];
  const { from, to, padded = from, match = 'exact' } = range;
  const number = sql.ref(`${table}.${column}`);
  const begins = sql<boolean>`${number} between ${from} and ${to}`;
  // In the order of the index, if that puts the whole number first.
  const found = await (padded === from
    ? rows.where(begins)
    : rows.where(sql<boolean>`(${number} = ${padded} or ${begins})`).orderBy(sql`${number} <> ${padded}`)
  )
    .orderBy(number)
    .orderBy(sql.ref(`${table}.id`))
    .limit(maximumFound)
    .execute();
  const whole = padded !== from || from === to ? padded : null;
  return found.map((row) => ({ id: row.id, match: row[column as keyof Row] === whole ? match : 'begins' }));
}

/** The first rows of a list, possibly long, that match the term. */
export async function findFirst<Table extends keyof DB, Row extends object>(
  db: Db,
  search: Search<Table, Row>,
  order: Order,
): Promise<Found[]> {
  // A page also finds out whether there is one more row.
  const page = { offset: 0, limit: maximumFound - 1, cursor: undefined };
  const { rows } = await searchPage(db, search, order, page);
  const found = await orderedBy(rows, order)
    .select(sql<string>`${sql.ref(order.id)}`.as('id'))
    .execute();
  return found.map(({ id }) => ({ id, match: 'name' }));
}

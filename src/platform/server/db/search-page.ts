import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PageRequest } from '#shared/fields.ts';
import { containsPattern, type Db, type ListQuery } from './database.ts';
import { afterKey, decodeCursor, type Order, orderedBy } from './page.ts';
import type { DB } from './tables.ts';

/** How many rows a search scans in list order before it uses the indexes, unless the list overrides it. */
const scanLimit = 10_000;

/** Five digits are selective: use the index. */
const partOfNumber = /\d{5}/;

/** The rows of the table that match a term. */
export type Matches<Table extends keyof DB> = (eb: ExpressionBuilder<DB, Table>) => Expression<SqlBool>;

/** A list's search term and how it matches. */
export type Term<Table extends keyof DB> = {
  /** As `searchForm` returns it, here and below. */
  term: string;
  matches: Matches<Table>;
  /** The same rows as an indexable condition, where that differs. */
  matchesByIndex?: Matches<Table>;
  /** The same rows as one set, where testing row by row is slower for a common term. */
  matchesInAll?: Matches<Table>;
  /**
   * The same rows in two disjoint parts, where one indexed column covers most of them: counting index entries is much
   * faster than reading the rows.
   */
  parts?: readonly [Matches<Table>, Matches<Table>];
  /** Lower where scanning a row is expensive: scattered rows, or rows that need another table. */
  scanLength?: number;
};

export function matching<Table extends keyof DB, Query extends { where(matches: never): Query }>(
  rows: Query,
  matches: Matches<Table>,
): Query {
  // A list's queries are typed without their tables.
  return rows.where(matches as never);
}

export type Search<Table extends keyof DB, Row extends object> = Term<Table> & {
  table: Table;
  rows: ListQuery<Row>;
};

/** Whether so many of the first rows match the term that scanning all rows is faster than using the indexes. */
export async function isCommon<Table extends keyof DB, Row extends object>(
  db: Db,
  search: Search<Table, Row>,
  order: Order,
): Promise<boolean> {
  return (await scan(db, search, order, { offset: 0, limit: 100 })) !== undefined;
}

/**
 * The query of the page's rows, and the page to request from it. Most terms match soon in list order, so a scan comes
 * first: it needs neither an index nor a sort. Only for a rare term are all matches fetched from the indexes.
 */
export async function searchPage<Table extends keyof DB, Row extends object>(
  db: Db,
  search: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<{ rows: ListQuery<Row>; page: PageRequest }> {
  const ids = (await scan(db, search, order, page)) ?? (await searchIndexes(db, search, order, page));
  const rows = db
    .selectFrom(search.table as keyof DB)
    .selectAll(search.table as keyof DB)
    .where(sql<boolean>`${sql.ref(order.id)} = any(${ids}::${sql.raw(order.idType)}[])`);
  // The same rows, selected by id.
  return { rows: rows as unknown as ListQuery<Row>, page: { ...page, offset: 0, cursor: undefined } };
}

/** The ids of the page and of one more row; undefined if the scanned rows do not fill it. */
async function scan<Table extends keyof DB, Row extends object>(
  db: Db,
  { table, rows, term, matches, scanLength = scanLimit }: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<string[] | undefined> {
  const isJump = page.offset > 0 && page.cursor === undefined;
  if (isJump || partOfNumber.test(term)) return undefined;
  const rest = page.cursor ? rows.where(afterKey(order, decodeCursor(page.cursor))) : rows;
  const scanned = orderedBy(rest, order).limit(scanLength).as(table);
  const found = await orderedBy(matching(db.selectFrom(scanned), matches), order)
    .select(sql<string>`${sql.ref(order.id)}`.as('id'))
    .limit(page.limit + 1)
    .execute();
  if (found.length > page.limit || (await isShorter(db, rest, scanLength))) return found.map(({ id }) => id);
  return undefined;
}

async function isShorter(db: Db, rows: ListQuery<unknown>, length: number): Promise<boolean> {
  const counted = rows.clearSelect().select(sql`1`.as('one')).limit(length).as('counted');
  const { count } = await db
    .selectFrom(counted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count < length;
}

/** The shortest text that a trigram index can find. */
const trigram = /[a-z0-9]{3}/;

type Contains = (column: string | Expression<string>, term: string) => RawBuilder<boolean>;

/** A text column that contains the term, or all words of a name, for scanning row by row. */
export const contains: Contains = (column, term) => {
  if (term.includes(' ')) return hasWords(column, term, contains);
  const text = typeof column === 'string' ? sql.ref<string>(column) : column;
  // For a term without a trigram the whole index would be read, which the planner considers cheap.
  return trigram.test(term)
    ? sql<boolean>`${text} like ${containsPattern(term)}`
    : sql<boolean>`strpos(${text}, ${term}) > 0`;
};

/** The same as a condition that the column's two indexes (trigrams and bigrams) support. */
export const containsByIndex: Contains = (column, term) => {
  if (term.includes(' '))
    return hasWords(column, term, (of, word) => (word.length > 2 ? containsByIndex : contains)(of, word));
  const text = typeof column === 'string' ? sql.ref<string>(column) : column;
  // Of `reg2018` only the digits: the prefix is in every number, and its long posting lists are slow. A single letter has
  // none of its own, and tells serials apart.
  const figures = /^[a-z]{2,}(\d{3,})$/.exec(term)?.[1];
  if (figures)
    return sql<boolean>`(${text} like ${containsPattern(figures)} and strpos(${text}, ${term}) > 0)`;
  if (trigram.test(term)) return contains(text, term);
  const pairs = sql`left(search_bigrams(${term}), -1)`;
  const hasPairs = (of: typeof pairs) => sql<boolean>`search_bigrams(${text}) like '%' || ${of} || '%'`;
  // A single character has no bigram of its own; the next bigram begins with one of three marks.
  const alternatives =
    term.length > 1 ? [pairs] : ['z', 'q', 'x'].map((mark) => sql`${pairs} || ${sql.lit(mark)}`);
  return sql<boolean>`(${contains(text, term)} and (${sql.join(alternatives.map(hasPairs), sql` or `)}))`;
};

function hasWords(column: string | Expression<string>, term: string, has: Contains) {
  const words = term.split(' ').map((word) => has(column, word));
  return sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** The same from all indexed matches, sorted. */
async function searchIndexes<Table extends keyof DB, Row extends object>(
  db: Db,
  { table, rows, matches, matchesByIndex = matches }: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<string[]> {
  const rest = page.cursor ? rows.where(afterKey(order, decodeCursor(page.cursor))) : rows;
  const matched = matching(rest, matchesByIndex);
  // OFFSET 0 hides the order from the planner, which would rather scan a million rows in order than sort. For a term
  // with so many matches it is right.
  const isFar = page.offset >= scanLimit && !page.cursor;
  const fenced = (isFar ? matched : matched.offset(0)).as(table);
  const found = await orderedBy(db.selectFrom(fenced), order)
    .select(sql<string>`${sql.ref(order.id)}`.as('id'))
    .offset(page.cursor ? 0 : page.offset)
    .limit(page.limit + 1)
    .execute();
  return found.map((row) => (row as { id: string }).id);
}

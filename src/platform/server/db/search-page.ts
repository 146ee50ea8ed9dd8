import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { PageRequest } from '#shared/fields.ts';
import { containing, type Db, type ListQuery, unscoped } from './database.ts';
import { behind, decodeCursor, inOrder, type Order } from './page.ts';
import type { DB } from './tables.ts';

/** How far a search looks through the rows in their order before it asks the indexes, unless the list says otherwise. */
const usualWalk = 10_000;

/** Five digits in a row are part of few registration and roll numbers: walking would be in vain. */
const partOfNumber = /\d{5}/;

/** Which rows of the table a term means. */
export type Matches<Table extends keyof DB> = (eb: ExpressionBuilder<DB, Table>) => Expression<SqlBool>;

/** What a search term means in a list. */
export type Term<Table extends keyof DB> = {
  term: string;
  matches: Matches<Table>;
  /** The same rows in the words that indexes understand, where those differ. */
  matchesByIndex?: Matches<Table>;
  /** The same rows as one set, where asking row by row takes longer once a common term is looked for in all of them. */
  matchesInAll?: Matches<Table>;
  /**
   * The same rows in two parts that have none in common, where one indexed column says most of them: counting the entries
   * of an index is much quicker than reading the rows.
   */
  parts?: readonly [Matches<Table>, Matches<Table>];
  /** Fewer where looking through a row is dear: rows that lie scattered, or need another table. */
  walkLength?: number;
};

/** The rows of a query that a term means. */
export function matching<Table extends keyof DB, Query extends { where(matches: never): Query }>(
  rows: Query,
  matches: Matches<Table>,
): Query {
  // A list carries its queries without their tables.
  return rows.where(matches as never);
}

/** A list that is searched. */
export type Search<Table extends keyof DB, Row extends object> = Term<Table> & {
  table: Table;
  rows: ListQuery<Row>;
};

/**
 * Whether so many of the first rows contain the term that reading all rows is quicker than asking the indexes for them.
 */
export async function isCommon<Table extends keyof DB, Row extends object>(
  db: Db,
  search: Search<Table, Row>,
  order: Order,
): Promise<boolean> {
  return (await walk(db, search, order, { offset: 0, limit: 100 })) !== undefined;
}

/**
 * The rows of the page that asks for matches, and the page to ask them for. Most terms are found among the next rows
 * in the list's own order, so those are walked first: no index is needed and no sort. Only a term that is rare there
 * asks the indexes for all matches.
 */
export async function searchPage<Table extends keyof DB, Row extends object>(
  db: Db,
  search: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<{ rows: ListQuery<Row>; page: PageRequest }> {
  const ids = (await walk(db, search, order, page)) ?? (await askIndexes(db, search, order, page));
  const rows = unscoped(db)
    .selectFrom(search.table as keyof DB)
    .selectAll(search.table as keyof DB)
    .where(sql<boolean>`${sql.ref(order.id)} = any(${ids}::${sql.raw(order.idType)}[])`);
  // They are the same rows, found by their ids.
  return { rows: rows as unknown as ListQuery<Row>, page: { ...page, offset: 0, cursor: undefined } };
}

/** The ids of the page and of one row more; undefined when the rows that were looked through do not fill it. */
async function walk<Table extends keyof DB, Row extends object>(
  db: Db,
  { table, rows, term, matches, walkLength = usualWalk }: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<string[] | undefined> {
  const isJump = page.offset > 0 && page.cursor === undefined;
  if (isJump || partOfNumber.test(term)) return undefined;
  const rest = page.cursor ? rows.where(behind(order, decodeCursor(page.cursor))) : rows;
  const walked = inOrder(rest, order).limit(walkLength).as(table);
  const found = await inOrder(matching(unscoped(db).selectFrom(walked), matches), order)
    .select(sql<string>`${sql.ref(order.id)}`.as('id'))
    .limit(page.limit + 1)
    .execute();
  if (found.length > page.limit || (await isShorter(db, rest, walkLength))) return found.map(({ id }) => id);
  return undefined;
}

async function isShorter(db: Db, rows: ListQuery<unknown>, length: number): Promise<boolean> {
  const counted = rows.clearSelect().select(sql`1`.as('one')).limit(length).as('counted');
  const { count } = await unscoped(db)
    .selectFrom(counted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count < length;
}

/** The least that a trigram index can look for. */
const trigram = /[a-z0-9]{3}/i;

/** A text column that contains the term, for rows that are read one by one. */
export function contains(column: string | Expression<string>, term: string) {
  const text = typeof column === 'string' ? sql.ref<string>(column) : column;
  // A term without a trigram has the index read from end to end, which the planner takes for cheap.
  return trigram.test(term)
    ? sql<boolean>`${text} like ${containing(term)}`
    : sql<boolean>`strpos(${text}, ${term.toLowerCase()}) > 0`;
}

/** A text column that contains the term, in the words that its two trigram indexes understand. */
export function containsByIndex(column: string | Expression<string>, term: string) {
  const text = typeof column === 'string' ? sql.ref<string>(column) : column;
  // Of `reg2018` the figures alone: what stands before them is in every number, and long lists of rows to compare.
  const figures = /^[a-z]+(\d{3,})$/i.exec(term)?.[1];
  if (figures)
    return sql<boolean>`(${text} like ${containing(figures)} and strpos(${text}, ${term.toLowerCase()}) > 0)`;
  if (trigram.test(term)) return contains(text, term);
  const pairs = sql`left(search_bigrams(${term.toLowerCase()}), -1)`;
  const hasPairs = (of: typeof pairs) => sql<boolean>`search_bigrams(${text}) like '%' || ${of} || '%'`;
  // A single character has no neighbour of its own; whatever comes behind it begins with one of three marks.
  const alternatives =
    term.length > 1 ? [pairs] : ['z', 'q', 'x'].map((mark) => sql`${pairs} || ${sql.lit(mark)}`);
  return sql<boolean>`(${contains(text, term)} and (${sql.join(alternatives.map(hasPairs), sql` or `)}))`;
}

/** The same from all matches, put into order. */
async function askIndexes<Table extends keyof DB, Row extends object>(
  db: Db,
  { table, rows, matches, matchesByIndex = matches }: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<string[]> {
  const rest = page.cursor ? rows.where(behind(order, decodeCursor(page.cursor))) : rows;
  // Behind an offset the planner does not see the order. It would rather walk on, through a million rows, than sort.
  const matched = matching(rest, matchesByIndex).offset(0).as(table);
  const found = await inOrder(unscoped(db).selectFrom(matched), order)
    .select(sql<string>`${sql.ref(order.id)}`.as('id'))
    .offset(page.cursor ? 0 : page.offset)
    .limit(page.limit + 1)
    .execute();
  return found.map((row) => (row as { id: string }).id);
}

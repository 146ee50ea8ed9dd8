import type { PageRequest } from '#shared/paging.ts';
import type { Db } from './database.ts';
import { encodeCursor, type ListQuery, type Order, readPage } from './page.ts';
import { buildPositionIndex, findCount, findRowAt, type Logged } from './position-index.ts';
import { isCommon, matching, searchPage, type Term } from './search-page.ts';
import type { DB } from './tables.ts';

/** A list that may be long, before it is cut into pages. */
export type List<Table extends keyof DB, Row extends object> = {
  table: Table;
  /** Its rows by scope and filters, the search term apart. */
  rows: ListQuery<Row>;
  /** The same over the log of the table's changes. Left out where the log cannot tell; jumps are then scanned. */
  changes?: ListQuery<unknown>;
  search?: Term<Table>;
};

/** From so many rows on, a count takes longer than people notice. */
const longCount = 20_000;

/**
 * A page of a list: from where its cursor ends, or at a position. What the rows show and neither filters nor sorts by
 * is added by `show`, in joins to the rows of the page alone.
 */
export async function readList<Table extends keyof DB, Found extends object, Row extends object = Found>(
  db: Db,
  list: List<Table, Found>,
  order: Order,
  page: PageRequest,
  show?: (found: ListQuery<Found>) => ListQuery<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const start = await seek(db, list, order, page);
  if (!start) return { rows: [], nextCursor: null };
  const { search, ...rest } = list;
  const found = search
    ? await searchPage(db, { ...rest, ...search }, order, start)
    : { rows: list.rows, page: start };
  return readPage(found.rows, order, found.page, show);
}

/** The exact number of rows of a list; `order` is that of its first screen. */
export async function countList<Table extends keyof DB, Row extends object>(
  db: Db,
  list: List<Table, Row>,
  order: Order,
): Promise<{ count: number }> {
  const logged = loggedOf(list);
  const known = logged && (await findCount(db, logged, order));
  if (known !== undefined) return { count: known };
  const { rows, search } = list;
  const matches =
    search &&
    (search.matchesByIndex && !(await isCommon(db, { ...list, ...search }, order))
      ? search.matchesByIndex
      : search.matches);
  const { count } = await (matches ? matching(rows, matches) : rows)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  // Terms are many and seldom asked again; the list itself is counted whenever its screen opens.
  if (logged && !list.search && count >= longCount) buildPositionIndex(db, logged, order);
  return { count };
}

/** A jump as the page behind the row before it, where the position index knows that row; null behind the end of the list. */
async function seek<Table extends keyof DB, Row extends object>(
  db: Db,
  list: List<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<PageRequest | null> {
  const logged = loggedOf(list);
  if (page.cursor || page.offset === 0 || !logged) return page;
  const before = await findRowAt(db, logged, order, page.offset - 1);
  if (before === undefined) return page;
  return before && { ...page, cursor: encodeCursor(before) };
}

function loggedOf<Table extends keyof DB, Row extends object>({
  rows,
  changes,
  search,
}: List<Table, Row>): Logged | undefined {
  if (!changes || !search) return changes && { rows, changes };
  return { rows: matching(rows, search.matches), changes: matching(changes, search.matches) };
}

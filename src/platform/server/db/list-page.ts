import type { Scope } from '#platform/server/db/database.ts';
import type { PageRequest } from '#shared/fields.ts';
import { countTogether } from './count-together.ts';
import { countRows, type Db, type ListQuery } from './database.ts';
import { encodeCursor, type Order, orderOf, readPage, sumRows } from './page.ts';
import { buildPositionIndex, findCount, findRowAt, type Logged } from './position-index.ts';
import { isCommon, matching, searchPage, type Term } from './search-page.ts';
import type { DB } from './tables.ts';
import { type Since, type WaitingRows, waitingRows } from './waiting-rows.ts';

/** A list that may be long, before paging. */
type List<Table extends keyof DB, Row extends object> = {
  table: Table;
  /** Its rows by scope and filters, without the search term. */
  rows: ListQuery<Row>;
  /** The same query over the table's change log. Omitted where the log lacks the filter columns; jumps then scan. */
  changes?: ListQuery<unknown>;
  search?: Term<Table>;
};

/** A list as its feature declares it. */
type Listed<Filters, Found extends object, Shown extends object, Row, Sum extends string> = {
  /** Its fixed order, or its sortable columns. */
  order: Order | { columns: Record<string, Pick<Order, 'column' | 'type'>>; id: string; first: string };
  /** The rows within scope and filters; a list that may be long returns a `List`. */
  rows: (
    db: Db,
    scope: Scope,
    filters: Filters,
  ) => ListQuery<Found> | List<keyof DB, Found> | Promise<ListQuery<Found> | List<keyof DB, Found>>;
  /** Joins the columns that are only displayed, to the rows of the page alone. */
  show?: (db: Db, found: ListQuery<Found>) => ListQuery<Shown>;
  record: (row: Shown) => Row;
  /** The columns that can be summed. */
  sums?: Readonly<Record<Sum, string>>;
};

/** The row type of a function's query: `RowOf<typeof collegeRows>`. */
export type RowOf<Rows extends (...args: never[]) => { executeTakeFirstOrThrow(): Promise<unknown> }> =
  Awaited<ReturnType<ReturnType<Rows>['executeTakeFirstOrThrow']>>;

/** The order of a list of events: newest first. */
export function newestFirst(column: string, id: string): Order {
  return { column, type: 'timestamptz', id, idType: 'uuid', direction: 'desc' };
}

export function listQueries<
  Filters,
  Row,
  Found extends object,
  Shown extends object = Found,
  Sum extends string = never,
>(listed: Listed<Filters, Found, Shown, Row, Sum>) {
  const orderBy = (sort?: string) => {
    if (!('columns' in listed.order)) return listed.order;
    const { columns, id, first } = listed.order;
    return orderOf(sort ?? first, columns, { id, idType: 'uuid' });
  };
  const find = async (db: Db, scope: Scope, filters: Filters) => {
    const found = await listed.rows(db, scope, filters);
    return 'table' in found ? found : { rows: found };
  };
  return {
    async page(db: Db, scope: Scope, input: Filters & PageRequest & { sort?: string }) {
      const list = await find(db, scope, input);
      const order = orderBy(input.sort);
      const show = listed.show && ((found: ListQuery<Found>) => listed.show!(db, found));
      const { rows, nextCursor } =
        'table' in list
          ? await readList(db, list, order, input, show)
          : await readPage(list.rows, order, input, show);
      // Without `show`, Shown is Found.
      return { rows: rows.map((row) => listed.record(row as unknown as Shown)), nextCursor };
    },
    async count(db: Db, scope: Scope, filters: Filters): Promise<{ count: number }> {
      const list = await find(db, scope, filters);
      return 'table' in list ? countList(db, list, orderBy()) : countRows(list.rows);
    },
    async sums(db: Db, scope: Scope, filters: Filters): Promise<Record<Sum, number>> {
      const list = await find(db, scope, filters);
      const rows = 'table' in list ? await matchedRows(db, list, orderBy()) : list.rows;
      // A list without `sums` has no operation that calls this.
      return sumRows(rows, listed.sums!);
    },
    /** Counts what waits in the list, with the filters of the list's URL; none of them is a search. */
    async waiting(db: Db, scope: Scope, filters: Filters, since: Since): Promise<WaitingRows> {
      return waitingRows((await find(db, scope, filters)).rows, since);
    },
  };
}

/** From this number of rows on, a count takes noticeably long. */
const longCount = 20_000;

/**
 * A page of a list: after its cursor, or at an offset. Columns that are only displayed are joined by `show`, to the
 * rows of the page alone.
 */
async function readList<Table extends keyof DB, Found extends object, Row extends object = Found>(
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

/** The exact number of rows of a list; `order` is its default order. */
async function countList<Table extends keyof DB, Row extends object>(
  db: Db,
  list: List<Table, Row>,
  order: Order,
): Promise<{ count: number }> {
  const logged = loggedOf(list);
  const known = logged && (await findCount(db, logged, order));
  if (known !== undefined) return { count: known };
  const { parts } = list.search ?? {};
  if (parts)
    return countTogether(
      db,
      parts.map((part) => matching(list.rows, part)),
    );
  const { count } = await countRows(await matchedRows(db, list, order));
  // Search terms vary and rarely repeat; the list itself is counted whenever its screen opens.
  if (logged && !list.search && count >= longCount) buildPositionIndex(db, logged, order);
  return { count };
}

/** All rows of a list; a search uses the plan that suits its term. */
async function matchedRows<Table extends keyof DB, Row extends object>(
  db: Db,
  list: List<Table, Row>,
  order: Order,
): Promise<ListQuery<Row>> {
  const { rows, search } = list;
  if (!search) return rows;
  const isByIndex = search.matchesByIndex && !(await isCommon(db, { ...list, ...search }, order));
  return matching(rows, (isByIndex && search.matchesByIndex) || (search.matchesInAll ?? search.matches));
}

/**
 * Turns an offset into the cursor of the row before it, if the position index knows it; null if the list is shorter.
 */
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

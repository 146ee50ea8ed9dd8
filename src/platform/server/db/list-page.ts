import type { Scope } from '#platform/server/db/database.ts';
import type { PageRequest } from '#shared/fields.ts';
import { countTogether } from './count-together.ts';
import { countRows, type Db, type ListQuery } from './database.ts';
import { encodeCursor, type Order, orderOf, readPage, sumRows } from './page.ts';
import { buildPositionIndex, findCount, findRowAt, type Logged } from './position-index.ts';
import { isCommon, matching, searchPage, type Term } from './search-page.ts';
import type { DB } from './tables.ts';
import { type Since, type WaitingRows, waitingRows } from './waiting-rows.ts';

/** A list that may be long, before it is cut into pages. */
type List<Table extends keyof DB, Row extends object> = {
  table: Table;
  /** Its rows by scope and filters, the search term apart. */
  rows: ListQuery<Row>;
  /** The same over the log of the table's changes. Left out where the log cannot tell; jumps are then scanned. */
  changes?: ListQuery<unknown>;
  search?: Term<Table>;
};

/** A list as its feature describes it. */
type Listed<Filters, Found extends object, Shown extends object, Row, Sum extends string> = {
  /** Its one order, or the columns by which it can be sorted. */
  order: Order | { columns: Record<string, Pick<Order, 'column' | 'type'>>; id: string; first: string };
  /** The rows that scope and filters leave; a list that may be long says more of itself. */
  rows: (
    db: Db,
    scope: Scope,
    filters: Filters,
  ) => ListQuery<Found> | List<keyof DB, Found> | Promise<ListQuery<Found> | List<keyof DB, Found>>;
  /** Joins what the rows show and neither filters nor sorts by: to those of the page alone. */
  show?: (db: Db, found: ListQuery<Found>) => ListQuery<Shown>;
  /** A row as the contract has it. */
  record: (row: Shown) => Row;
  /** The columns that are added up below it. */
  sums?: Readonly<Record<Sum, string>>;
};

/** What a function's query finds: `RowOf<typeof collegeRows>`. */
export type RowOf<Rows extends (...args: never[]) => { executeTakeFirstOrThrow(): Promise<unknown> }> =
  Awaited<ReturnType<ReturnType<Rows>['executeTakeFirstOrThrow']>>;

/** The order of a list of what happened: the last first. */
export function newestFirst(column: string, id: string): Order {
  return { column, type: 'timestamptz', id, idType: 'uuid', direction: 'desc' };
}

/** The queries behind the operations of a list. */
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
      // Without `show` the rows are those that were found.
      return { rows: rows.map((row) => listed.record(row as unknown as Shown)), nextCursor };
    },
    async count(db: Db, scope: Scope, filters: Filters): Promise<{ count: number }> {
      const list = await find(db, scope, filters);
      return 'table' in list ? countList(db, list, orderBy()) : countRows(list.rows);
    },
    async sums(db: Db, scope: Scope, filters: Filters): Promise<Record<Sum, number>> {
      const list = await find(db, scope, filters);
      const rows = 'table' in list ? await matchedRows(db, list, orderBy()) : list.rows;
      // A list that declares none has no operation that asks for them.
      return sumRows(rows, listed.sums!);
    },
    /** What waits in the list, by exactly the filters that its address has; none of them is a search. */
    async waiting(db: Db, scope: Scope, filters: Filters, since: Since): Promise<WaitingRows> {
      return waitingRows((await find(db, scope, filters)).rows, since);
    },
  };
}

/** From so many rows on, a count takes longer than people notice. */
const longCount = 20_000;

/**
 * A page of a list: from where its cursor ends, or at a position. What the rows show and neither filters nor sorts by
 * is added by `show`, in joins to the rows of the page alone.
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

/** The exact number of rows of a list; `order` is that of its first screen. */
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
  // Terms are many and seldom asked again; the list itself is counted whenever its screen opens.
  if (logged && !list.search && count >= longCount) buildPositionIndex(db, logged, order);
  return { count };
}

/** All rows of a list, those of a search by the plan that suits its term. */
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

import type { PageRequest } from '#shared/fields.ts';
import { countTogether } from './count-together.ts';
import { countRows, type Db, type ListQuery } from './database.ts';
import { type Order, orderOf, readPage, sumRows } from './page.ts';
import { isCommon, matching, type Search, searchPage, type Term } from './search-page.ts';
import type { DB } from './tables.ts';
import { type Acts, type Since, type Waits, waitingRows } from './waiting-rows.ts';

/** A list that may be long, before paging. */
type List<Table extends keyof DB, Row extends object> = {
  table: Table;
  /** Its rows by filters, without the search term. */
  rows: ListQuery<Row>;
  search?: Term<Table>;
};

/** A list as its feature declares it. */
type Listed<Filters, Found extends object, Shown extends object, Row, Sum extends string> = {
  /** Its fixed order, or its sortable columns. */
  order: Order | { columns: Record<string, Pick<Order, 'column' | 'type'>>; id: string; first: string };
  /**
   * Since when its rows wait, if these filters narrow it to what waits; they are then in this order, the longest waiting
   * first, unless another one is chosen.
   */
  queue?: (filters: Filters) => Since | undefined;
  /** The rows within the filters; a list that may be long returns a `List`. */
  rows: (
    db: Db,
    filters: Filters,
  ) => ListQuery<Found> | List<keyof DB, Found> | Promise<ListQuery<Found> | List<keyof DB, Found>>;
  /** Joins the columns that are only displayed, to the rows of the page alone. */
  show?: (db: Db, found: ListQuery<Found>) => ListQuery<Shown>;
  record: (row: Shown, db: Db) => Row;
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
  const orderBy = (sort?: string, filters?: Filters): Order => {
    const since = sort === undefined && filters !== undefined ? listed.queue?.(filters) : undefined;
    const { order } = listed;
    const { id, idType = 'uuid' } = 'columns' in order ? { id: order.id } : order;
    if (since) return { ...since, id, idType, direction: 'asc' };
    return 'columns' in order ? orderOf(sort ?? order.first, order.columns, { id, idType }) : order;
  };
  const find = async (db: Db, filters: Filters) => {
    const found = await listed.rows(db, filters);
    if (!('table' in found)) return { rows: found };
    const { search: term, ...list } = found;
    const search: Search<keyof DB, Found> | undefined = term && { ...list, ...term };
    return { rows: list.rows, search };
  };
  /** All rows of the list; a search uses the plan that suits its term. */
  const matchedRows = async (db: Db, { rows, search }: Awaited<ReturnType<typeof find>>) => {
    if (!search) return rows;
    const { matches, matchesByIndex, matchesInAll = matches } = search;
    const isByIndex = matchesByIndex && !(await isCommon(db, search, orderBy()));
    return matching(rows, isByIndex ? matchesByIndex : matchesInAll);
  };
  return {
    async page(db: Db, input: Filters & PageRequest & { sort?: string }) {
      const list = await find(db, input);
      const order = orderBy(input.sort, input);
      const show = listed.show && ((found: ListQuery<Found>) => listed.show!(db, found));
      const found = list.search
        ? await searchPage(db, list.search, order, input)
        : { rows: list.rows, page: input };
      const { rows, nextCursor } = await readPage(found.rows, order, found.page, show);
      // Without `show`, Shown is Found.
      return { rows: rows.map((row) => listed.record(row as unknown as Shown, db)), nextCursor };
    },
    async count(db: Db, filters: Filters): Promise<{ count: number }> {
      const list = await find(db, filters);
      const parts = list.search?.parts?.map((part) => matching(list.rows, part));
      return parts ? countTogether(db, parts) : countRows(await matchedRows(db, list));
    },
    async sums(db: Db, filters: Filters): Promise<Record<Sum, number>> {
      // A list without `sums` has no operation that calls this.
      return sumRows(await matchedRows(db, await find(db, filters)), listed.sums!);
    },
    /** What waits in the list, with the filters of the list's URL; none of them is a search. */
    async waiting(
      db: Db,
      filters: Filters,
      { since = listed.queue?.(filters), ...acts }: Acts & { since?: Since },
    ): Promise<ListQuery<Waits>> {
      if (!since) throw new Error(`Nothing waits in this list: ${JSON.stringify(filters)}`);
      return waitingRows((await find(db, filters)).rows, since, acts);
    },
  };
}

import type { QueryKey } from '@tanstack/react-query';
import type { ListLayout } from '#shared/list-layout.ts';
import type { ListRequest, ListSource, Page } from './list-declaration.ts';
import type { Growth } from './new-rows.ts';

/** An operation as `api` has it. */
type Operation<Input, Output> = {
  call: (input: Input, options: { signal: AbortSignal }) => Promise<Output>;
  /** Begins with the operation's place in the contract. */
  key: () => QueryKey;
};
type Narrowing<Filters, Fixed> = { search: string } & Filters & Fixed;
type PageInput<Sort extends string, Filters, Fixed> = Narrowing<Filters, Fixed> & {
  sort: ListRequest<Sort, never>['sort'];
  offset: number;
  limit: number;
  cursor: string | undefined;
};

type Operations<Row, Sort extends string, Filters, Fixed> = Growth & {
  /** Names the export, which repeats the input of the page. */
  layout: ListLayout<Row>;
  page: Operation<PageInput<Sort, Filters, Fixed>, Page<Row>>;
  count: Operation<Narrowing<Filters, Fixed>, { count: number }>;
  /** The sums of its amounts, by column. */
  sums?: Operation<Narrowing<Filters, Fixed>, Record<string, number>>;
  /** One row by its id, for a shared address whose record is not among the loaded rows. */
  row?: Operation<{ id: string }, Row>;
  /** What every request of this list says besides, such as `{ stage: 'printed' }`. */
  fixed?: Fixed;
  /** The order until somebody chooses one, where it is not the server's. */
  sort?: ListRequest<Sort, never>['sort'];
};

/** Where a list's rows come from: the operations that page, count and find them, as `api` has them. */
export function listSource<
  Row,
  Sort extends string = never,
  Filters extends Record<string, string> = Record<never, string>,
  Fixed extends Record<string, string | undefined> = Record<never, string>,
>(list: Operations<Row, Sort, Filters, Fixed>): ListSource<Row, Sort, Filters> {
  const narrowing = (search: string, filters: Filters) =>
    ({ search, ...filters, ...list.fixed }) as Narrowing<Filters, Fixed>;
  return {
    name: list.layout.name,
    queryKey: [list.page.key()[0], JSON.stringify({ ...list.fixed, sort: list.sort })],
    growth: { addedBy: list.addedBy, recountedAfter: list.recountedAfter },
    fetchPage: ({ search, filters, sort = list.sort, offset, limit, cursor }, options) =>
      list.page.call({ ...narrowing(search, filters), sort, offset, limit, cursor }, options),
    fetchCount: ({ search, filters }, options) => list.count.call(narrowing(search, filters), options),
    fetchSums:
      list.sums && (({ search, filters }, options) => list.sums!.call(narrowing(search, filters), options)),
    exportOf: ({ search, filters, sort = list.sort }) => ({
      layout: list.layout,
      input: { ...narrowing(search, filters), sort },
    }),
    fetchRow: list.row && ((id, options) => list.row!.call({ id }, options)),
  };
}

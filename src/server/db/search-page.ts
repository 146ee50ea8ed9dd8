import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { PageRequest } from '#shared/paging.ts';
import { type Db, unscoped } from './database.ts';
import { behind, decodeCursor, inOrder, type ListQuery, type Order } from './page.ts';
import type { DB } from './tables.ts';

/** How far a search looks through the rows in their order before it asks the trigram index. */
const walkLength = 10_000;

/** Five digits in a row are part of few registration and roll numbers: walking would be in vain. */
const partOfNumber = /\d{5}/;

type SearchedTable = 'applications' | 'demand_drafts' | 'students';

/** Which rows of the table a term means. */
export type Matches<Table extends SearchedTable> = (eb: ExpressionBuilder<DB, Table>) => Expression<SqlBool>;

/** A list that is searched. */
export type Search<Table extends SearchedTable, Row extends object> = {
  table: Table;
  rows: ListQuery<Row>;
  term: string;
  matches: Matches<Table>;
  /** The same rows in the words that indexes understand, where those differ. */
  matchesByIndex?: Matches<Table>;
};

/**
 * The rows of the page that asks for matches, and the page to ask them for. Most terms are found among the next rows
 * in the list's own order, so those are walked first: no index is needed and no sort. Only a term that is rare there
 * asks the indexes for all matches.
 */
export async function searchPage<Table extends SearchedTable, Row extends object>(
  db: Db,
  { table, rows, term, matches, matchesByIndex = matches }: Search<Table, Row>,
  order: Order,
  page: PageRequest,
): Promise<{ rows: ListQuery<Row>; page: PageRequest }> {
  const isNextPage = page.offset === 0 || page.cursor !== undefined;
  if (isNextPage && !partOfNumber.test(term)) {
    const rest = page.cursor ? rows.where(behind(order, decodeCursor(page.cursor))) : rows;
    const walked = inOrder(rest, order).limit(walkLength).as(table);
    const found = await inOrder(
      unscoped(db)
        .selectFrom(walked)
        .where(matches as never),
      order,
    )
      .select(sql<string>`${sql.ref(order.id)}`.as('id'))
      .limit(page.limit + 1)
      .execute();
    if (found.length > page.limit) {
      const ids = found.map((row) => (row as { id: string }).id);
      return { rows: rows.where(order.id, 'in', ids), page: { ...page, offset: 0, cursor: undefined } };
    }
  }
  return { rows: rows.where(matchesByIndex as never), page };
}

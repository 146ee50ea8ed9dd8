import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { bookRowsLayout, statementsLayout } from '../columns.ts';
import { booksContract } from '../contract.ts';
import { compareBooksJob } from './compare-books.ts';
import { printStatement, statementRoute } from './print-statement.ts';
import { bookRows, getBooks, officers, statements } from './queries.ts';

const booksPart = partOf(booksContract, {
  lists: { BookRows: [bookRows, bookRowsLayout], Statements: [statements, statementsLayout] },
  queries: { listOfficers: async (db) => ({ officers: await officers(db).execute() }) },
  commands: { getBooks: ({ services }, { at }) => getBooks(services, at), printStatement },
});

export const server: ServerFeature = {
  parts: { books: booksPart },
  scoped: { statements: 'college_id' },
  routes: [statementRoute],
  jobs: [compareBooksJob],
};

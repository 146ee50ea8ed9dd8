import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { bookRowsLayout, statementsLayout } from '../columns.ts';
import { booksContract } from '../contract.ts';
import { getCharge, listOfficers } from './charge.ts';
import { compareBooksJob } from './compare-books.ts';
import { printStatement, statementRoute } from './print-statement.ts';
import { bookRows, getBooks, statements } from './queries.ts';

const booksPart = partOf(booksContract, {
  lists: { BookRows: [bookRows, bookRowsLayout], Statements: [statements, statementsLayout] },
  queries: { getCharge, listOfficers },
  commands: { getBooks: ({ services }, { at }) => getBooks(services, at), printStatement },
});

export const server: ServerFeature = {
  parts: { books: booksPart },
  scoped: { statements: 'college_id' },
  routes: [statementRoute],
  jobs: [compareBooksJob],
};

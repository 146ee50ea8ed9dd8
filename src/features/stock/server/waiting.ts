import { type WaitingQuery, waitingIn, waitingRows } from '#platform/server/db/waiting-rows.ts';
import { CountFilters } from '../count-contract.ts';
import { StockFilters } from '../stock-record.ts';
import { waitingStock as declared } from '../waiting.ts';
import { blankReceipts } from './blank-receipts.ts';
import { stockCounts } from './counts.ts';
import { papersToCount } from './custody-queries.ts';
import { destructions } from './destructions.ts';
import { inkReceipts } from './ink-receipts.ts';

const receipts = { filters: StockFilters, since: 'receipt.received_at' };

export const waitingStockQueries: Record<keyof typeof declared, WaitingQuery> = {
  'stock.certificates_to_approve': waitingIn(declared['stock.certificates_to_approve'], {
    ...receipts,
    rows: blankReceipts.waiting,
  }),
  'stock.ink_to_approve': waitingIn(declared['stock.ink_to_approve'], {
    ...receipts,
    rows: inkReceipts.waiting,
  }),
  'stock.counts_open': waitingIn(declared['stock.counts_open'], {
    filters: CountFilters,
    rows: stockCounts.waiting,
    since: 'stock_counts.started_at',
  }),
  'stock.counts_due': async (db) => waitingRows(papersToCount(db), 'papers.due_since'),
  'stock.destructions': (db) => destructions.waiting(db, { state: 'open' }, 'destructions.first_at'),
};

import { waitingIn, waitingRows } from '#platform/server/db/waiting-rows.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { CountFilters } from '../count-contract.ts';
import { StockFilters } from '../stock-record.ts';
import { blankReceipts } from './blank-receipts.ts';
import { stockCounts } from './counts.ts';
import { listPapersToCount } from './custody-queries.ts';
import { destructions } from './destructions.ts';
import { inkReceipts } from './ink-receipts.ts';

const receipts = { filters: StockFilters, since: 'receipt.received_at' };

export const waiting: ServerFeature['waiting'] = {
  'stock.certificates_to_approve': waitingIn({
    ...receipts,
    rows: blankReceipts.waiting,
  }),
  'stock.ink_to_approve': waitingIn({
    ...receipts,
    rows: inkReceipts.waiting,
  }),
  'stock.counts_open': waitingIn({
    filters: CountFilters,
    rows: stockCounts.waiting,
    since: 'stock_counts.started_at',
  }),
  'stock.counts_due': async (db) => waitingRows(listPapersToCount(db), 'papers.due_since'),
  'stock.destructions': (db) => destructions.waiting(db, { state: 'open' }, 'destructions.first_at'),
};

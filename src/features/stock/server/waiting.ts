import { sql } from 'kysely';
import { contributorsTo } from '#platform/server/db/contributors.ts';
import { waitingIn, waitingRows } from '#platform/server/db/waiting-rows.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { CountFilters } from '../count-contract.ts';
import { DestructionFilters } from '../custody-contract.ts';
import { StockFilters } from '../stock-record.ts';
import { blankReceipts } from './blank-receipts.ts';
import { stockCounts } from './counts.ts';
import { custodiansOf, listPapersToCount } from './custody-queries.ts';
import { destructions, holdersOfDestroyed } from './destructions.ts';
import { inkReceipts } from './ink-receipts.ts';

const receipts = { filters: StockFilters, barred: contributorsTo(sql.ref('receipt.id')) };

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
    barred: custodiansOf(sql.ref('stock_counts.paper_id')),
  }),
  'stock.counts_due': async (db) =>
    waitingRows(
      listPapersToCount(db),
      { column: 'papers.due_since', type: 'timestamptz' },
      { barred: custodiansOf(sql.ref('papers.id')) },
    ),
  'stock.destructions': waitingIn({
    filters: DestructionFilters,
    rows: destructions.waiting,
    fixed: { state: 'open' },
    barred: sql`destructions.first_witness || ${holdersOfDestroyed}`,
  }),
};

import { listExport } from '#platform/server/exports/list-export.ts';
import {
  certificateStockSheet,
  inkStockSheet,
  inkUsesSheet,
  movementsSheet,
  stockCountsSheet,
} from '../columns.ts';
import { stockContract } from '../contract.ts';
import { listBlankReceipts } from './blank-receipts.ts';
import { listStockCounts } from './counts.ts';
import { listInkReceipts } from './ink-receipts.ts';
import { listInkUses } from './ink-uses.ts';
import { listMovements } from './movements.ts';

/** Stock is the whole university's, so no list of it asks for a scope. */
export const stockExports = [
  listExport({
    sheet: inkStockSheet,
    operation: stockContract.listInkReceipts,
    read: (db, _scope, input) => listInkReceipts(db, input),
  }),
  listExport({
    sheet: certificateStockSheet,
    operation: stockContract.listBlankReceipts,
    read: (db, _scope, input) => listBlankReceipts(db, input),
  }),
  listExport({
    sheet: movementsSheet,
    operation: stockContract.listMovements,
    read: (db, _scope, input) => listMovements(db, input),
  }),
  listExport({
    sheet: stockCountsSheet,
    operation: stockContract.listStockCounts,
    read: (db, _scope, input) => listStockCounts(db, input),
  }),
  listExport({
    sheet: inkUsesSheet,
    operation: stockContract.listInkUses,
    read: (db, _scope, input) => listInkUses(db, input),
  }),
];

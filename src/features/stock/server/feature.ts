import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import {
  certificateStockLayout,
  inkStockLayout,
  inkUsesLayout,
  movementsLayout,
  stockCountsLayout,
} from '../columns.ts';
import { stockContract } from '../contract.ts';
import { blanksBalance } from './balances.ts';
import {
  approveBlanks,
  blankReceipts,
  deleteBlankReceipt,
  editBlankReceipt,
  receiveBlanks,
} from './blank-receipts.ts';
import { closeCount } from './commands/close-count.ts';
import { destroyBlanks } from './commands/destroy-blanks.ts';
import { enterCounted } from './commands/enter-counted.ts';
import { issueBlanks } from './commands/issue-blanks.ts';
import { recordInkUse } from './commands/record-ink-use.ts';
import { removeCounted } from './commands/remove-counted.ts';
import { resolveDiscrepancy } from './commands/resolve-discrepancy.ts';
import { startCount } from './commands/start-count.ts';
import { withdrawDestruction } from './commands/withdraw-destruction.ts';
import { witnessDestruction } from './commands/witness-destruction.ts';
import { getStockCount, stockCounts } from './counts.ts';
import { findBlank, getCustody, listBlankRanges, listHolders } from './custody-queries.ts';
import { destructions } from './destructions.ts';
import { blankSearch } from './find-blanks.ts';
import { approveInk, deleteInkReceipt, editInkReceipt, inkReceipts, receiveInk } from './ink-receipts.ts';
import { inkUses } from './ink-uses.ts';
import { listInks } from './inks.ts';
import { movementsOfSheet } from './log-search.ts';
import { movements } from './movements.ts';
import { listPapers } from './papers.ts';
import { countOverdueRule } from './rules/count-overdue.ts';
import { paperDoesNotAddUpRule } from './rules/paper-does-not-add-up.ts';
import { sheetMissingRule } from './rules/sheet-missing.ts';
import { spoiltSheetKeptRule } from './rules/spoilt-sheet-kept.ts';
import { reportFound, reportMissing, returnBlanks, spoilBlanks } from './serial-acts.ts';
import { readStockWords } from './stock-words.ts';
import { waiting } from './waiting.ts';

const stockPart = partOf(stockContract, {
  lists: {
    InkReceipts: [inkReceipts, inkStockLayout],
    BlankReceipts: [blankReceipts, certificateStockLayout],
    Movements: [movements, movementsLayout],
    StockCounts: [stockCounts, stockCountsLayout],
    InkUses: [inkUses, inkUsesLayout],
  },
  queries: {
    listInks: async (db) => ({ inks: await listInks(db) }),
    listPapers: async (db) => ({ papers: await listPapers(db) }),
    listStockWords: async (db) => ({ words: await readStockWords(db) }),
    getBlankReceipt: (db, { id }) => blankReceipts.get(db, id),
    getCustody,
    listBlankRanges: (db, { id }) => listBlankRanges(db, id),
    findBlank: (db, { serial }) => findBlank(db, serial),
    listHolders,
    listDestructions: destructions.page,
    getStockCount: (db, { id }) => getStockCount(db, id),
    getInkReceipt: (db, { id }) => inkReceipts.get(db, id),
  },
  commands: {
    approveBlanks,
    approveInk,
    closeCount,
    deleteBlankReceipt,
    deleteInkReceipt,
    destroyBlanks,
    editBlankReceipt,
    editInkReceipt,
    enterCounted,
    issueBlanks,
    receiveBlanks,
    receiveInk,
    recordInkUse,
    removeCounted,
    reportFound,
    reportMissing,
    resolveDiscrepancy,
    returnBlanks,
    spoilBlanks,
    startCount,
    withdrawDestruction,
    witnessDestruction,
  },
});

export const server: ServerFeature = {
  parts: { stock: stockPart },
  constraints: {
    blanks__not_on_lost: 'stock.recorded_again',
    blanks__serial_unique: 'stock.serials_overlap',
    blank_receipts__serials_once: 'stock.serials_overlap',
    blank_receipts__serials_of_none_earlier: 'stock.serials_of_earlier',
    blank_receipts__approved_by_another: 'stock.own_receipt',
    ink_receipts__approved_by_another: 'stock.own_receipt',
    papers__name_and_colour_unique: { code: 'stock.kind_taken', field: 'colour' },
    inks__name_and_colour_unique: { code: 'stock.kind_taken', field: 'colour' },
    destruction_blanks__once: 'stock.in_destruction',
    destructions__two_witnesses: 'stock.own_destruction',
    stock_counts__one_open_per_paper: 'stock.count_open',
    ink_uses__run_once: 'stock.run_has_ink',
  },
  personal: {
    paper: ['to'],
  },
  logSearches: [movementsOfSheet],
  balances: { blanks: blanksBalance },
  searches: { sheet: [blankSearch] },
  waiting,
  answers: { stockWords: readStockWords },
  files: (['blank_receipts', 'ink_receipts'] as const).map((table) => ({
    kind: 'invoice',
    records: (db, id) => db.selectFrom(table).select('id').where('invoice_file_id', '=', id),
  })),
  rules: [countOverdueRule, paperDoesNotAddUpRule, sheetMissingRule, spoiltSheetKeptRule],
};

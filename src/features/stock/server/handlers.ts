import { partOf } from '#platform/server/contract-part.ts';
import {
  certificateStockLayout,
  inkStockLayout,
  inkUsesLayout,
  movementsLayout,
  stockCountsLayout,
} from '../columns.ts';
import { stockContract } from '../contract.ts';
import { countBlankReceipts, getBlankReceipt, listBlankReceipts } from './blank-receipts.ts';
import { addInk } from './commands/add-ink.ts';
import { addPaper } from './commands/add-paper.ts';
import { approveBlanks } from './commands/approve-blanks.ts';
import { approveInk } from './commands/approve-ink.ts';
import { closeCount } from './commands/close-count.ts';
import { deleteBlankReceipt } from './commands/delete-blank-receipt.ts';
import { deleteInkReceipt } from './commands/delete-ink-receipt.ts';
import { destroyBlanks } from './commands/destroy-blanks.ts';
import { editBlankReceipt } from './commands/edit-blank-receipt.ts';
import { editInkReceipt } from './commands/edit-ink-receipt.ts';
import { enterCounted } from './commands/enter-counted.ts';
import { issueBlanks } from './commands/issue-blanks.ts';
import { receiveBlanks } from './commands/receive-blanks.ts';
import { receiveInk } from './commands/receive-ink.ts';
import { recordInkUse } from './commands/record-ink-use.ts';
import { removeCounted } from './commands/remove-counted.ts';
import { reportFound } from './commands/report-found.ts';
import { reportMissing } from './commands/report-missing.ts';
import { resolveDiscrepancy } from './commands/resolve-discrepancy.ts';
import { returnBlanks } from './commands/return-blanks.ts';
import { setInkLimits } from './commands/set-ink-limits.ts';
import { setPaperLimit } from './commands/set-paper-limit.ts';
import { spoilBlanks } from './commands/spoil-blanks.ts';
import { startCount } from './commands/start-count.ts';
import { withdrawDestruction } from './commands/withdraw-destruction.ts';
import { witnessDestruction } from './commands/witness-destruction.ts';
import { countStockCounts, getStockCount, listStockCounts } from './counts.ts';
import { findBlank, getCustody, listBlankRanges, listHolders } from './custody-queries.ts';
import { listDestructions } from './destructions.ts';
import { countInkReceipts, getInkReceipt, listInkReceipts } from './ink-receipts.ts';
import { countInkUses, listInkUses } from './ink-uses.ts';
import { listInks } from './inks.ts';
import { countMovements, listMovements } from './movements.ts';
import { listPapers } from './papers.ts';

export const stockPart = partOf(stockContract, {
  queries: {
    listInks: async (db) => ({ inks: await listInks(db) }),
    listPapers: async (db) => ({ papers: await listPapers(db) }),
    listBlankReceipts: (db, _scope, input) => listBlankReceipts(db, input),
    countBlankReceipts: (db, _scope, input) => countBlankReceipts(db, input),
    getBlankReceipt: (db, _scope, { id }) => getBlankReceipt(db, id),
    getCustody: (db) => getCustody(db),
    listBlankRanges: (db, _scope, { id }) => listBlankRanges(db, id),
    findBlank: (db, _scope, { serial }) => findBlank(db, serial),
    listMovements: (db, _scope, input) => listMovements(db, input),
    countMovements: (db, _scope, input) => countMovements(db, input),
    listHolders: (db) => listHolders(db),
    listDestructions: (db, _scope, input) => listDestructions(db, input),
    listStockCounts: (db, _scope, input) => listStockCounts(db, input),
    countStockCounts: (db, _scope, input) => countStockCounts(db, input),
    getStockCount: (db, _scope, { id }) => getStockCount(db, id),
    listInkReceipts: (db, _scope, input) => listInkReceipts(db, input),
    countInkReceipts: (db, _scope, input) => countInkReceipts(db, input),
    getInkReceipt: (db, _scope, { id }) => getInkReceipt(db, id),
    listInkUses: (db, _scope, input) => listInkUses(db, input),
    countInkUses: (db, _scope, input) => countInkUses(db, input),
  },
  commands: {
    addInk,
    addPaper,
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
    setInkLimits,
    setPaperLimit,
    spoilBlanks,
    startCount,
    withdrawDestruction,
    witnessDestruction,
  },
  layouts: {
    listInkReceipts: [inkStockLayout],
    listBlankReceipts: [certificateStockLayout],
    listMovements: [movementsLayout],
    listStockCounts: [stockCountsLayout],
    listInkUses: [inkUsesLayout],
  },
});

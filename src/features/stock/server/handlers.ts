import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/server/context.ts';
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

const os = implement(stockContract).$context<RequestContext>();

export const stockRouter = os.router({
  listPapers: os.listPapers.handler(async ({ context }) => ({
    papers: await listPapers(context.services.db),
  })),
  listBlankReceipts: os.listBlankReceipts.handler(({ context, input }) =>
    listBlankReceipts(context.services.db, input),
  ),
  countBlankReceipts: os.countBlankReceipts.handler(({ context, input }) =>
    countBlankReceipts(context.services.db, input),
  ),
  getBlankReceipt: os.getBlankReceipt.handler(({ context, input }) =>
    getBlankReceipt(context.services.db, input.id),
  ),
  getCustody: os.getCustody.handler(({ context }) => getCustody(context.services.db)),
  listBlankRanges: os.listBlankRanges.handler(({ context, input }) =>
    listBlankRanges(context.services.db, input.id),
  ),
  findBlank: os.findBlank.handler(({ context, input }) => findBlank(context.services.db, input.serial)),
  listMovements: os.listMovements.handler(({ context, input }) => listMovements(context.services.db, input)),
  countMovements: os.countMovements.handler(({ context, input }) =>
    countMovements(context.services.db, input),
  ),
  listHolders: os.listHolders.handler(({ context }) => listHolders(context.services.db)),
  listDestructions: os.listDestructions.handler(({ context, input }) =>
    listDestructions(context.services.db, input),
  ),
  listStockCounts: os.listStockCounts.handler(({ context, input }) =>
    listStockCounts(context.services.db, input),
  ),
  countStockCounts: os.countStockCounts.handler(({ context, input }) =>
    countStockCounts(context.services.db, input),
  ),
  getStockCount: os.getStockCount.handler(({ context, input }) =>
    getStockCount(context.services.db, input.id),
  ),
  listInks: os.listInks.handler(async ({ context }) => ({
    inks: await listInks(context.services.db),
  })),
  listInkReceipts: os.listInkReceipts.handler(({ context, input }) =>
    listInkReceipts(context.services.db, input),
  ),
  countInkReceipts: os.countInkReceipts.handler(({ context, input }) =>
    countInkReceipts(context.services.db, input),
  ),
  getInkReceipt: os.getInkReceipt.handler(({ context, input }) =>
    getInkReceipt(context.services.db, input.id),
  ),
  listInkUses: os.listInkUses.handler(({ context, input }) => listInkUses(context.services.db, input)),
  countInkUses: os.countInkUses.handler(({ context, input }) => countInkUses(context.services.db, input)),
  addInk: os.addInk.handler(({ context, input }) => addInk(context, input)),
  addPaper: os.addPaper.handler(({ context, input }) => addPaper(context, input)),
  approveBlanks: os.approveBlanks.handler(({ context, input }) => approveBlanks(context, input)),
  approveInk: os.approveInk.handler(({ context, input }) => approveInk(context, input)),
  closeCount: os.closeCount.handler(({ context, input }) => closeCount(context, input)),
  deleteBlankReceipt: os.deleteBlankReceipt.handler(({ context, input }) =>
    deleteBlankReceipt(context, input),
  ),
  deleteInkReceipt: os.deleteInkReceipt.handler(({ context, input }) => deleteInkReceipt(context, input)),
  destroyBlanks: os.destroyBlanks.handler(({ context, input }) => destroyBlanks(context, input)),
  editBlankReceipt: os.editBlankReceipt.handler(({ context, input }) => editBlankReceipt(context, input)),
  editInkReceipt: os.editInkReceipt.handler(({ context, input }) => editInkReceipt(context, input)),
  enterCounted: os.enterCounted.handler(({ context, input }) => enterCounted(context, input)),
  issueBlanks: os.issueBlanks.handler(({ context, input }) => issueBlanks(context, input)),
  receiveBlanks: os.receiveBlanks.handler(({ context, input }) => receiveBlanks(context, input)),
  receiveInk: os.receiveInk.handler(({ context, input }) => receiveInk(context, input)),
  recordInkUse: os.recordInkUse.handler(({ context, input }) => recordInkUse(context, input)),
  removeCounted: os.removeCounted.handler(({ context, input }) => removeCounted(context, input)),
  reportFound: os.reportFound.handler(({ context, input }) => reportFound(context, input)),
  reportMissing: os.reportMissing.handler(({ context, input }) => reportMissing(context, input)),
  resolveDiscrepancy: os.resolveDiscrepancy.handler(({ context, input }) =>
    resolveDiscrepancy(context, input),
  ),
  returnBlanks: os.returnBlanks.handler(({ context, input }) => returnBlanks(context, input)),
  setInkLimits: os.setInkLimits.handler(({ context, input }) => setInkLimits(context, input)),
  setPaperLimit: os.setPaperLimit.handler(({ context, input }) => setPaperLimit(context, input)),
  spoilBlanks: os.spoilBlanks.handler(({ context, input }) => spoilBlanks(context, input)),
  startCount: os.startCount.handler(({ context, input }) => startCount(context, input)),
  withdrawDestruction: os.withdrawDestruction.handler(({ context, input }) =>
    withdrawDestruction(context, input),
  ),
  witnessDestruction: os.witnessDestruction.handler(({ context, input }) =>
    witnessDestruction(context, input),
  ),
});

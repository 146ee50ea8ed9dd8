import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { printRunsContract } from '../contract.ts';
import { choosePrinter } from './commands/choose-printer.ts';
import { closePrintRun } from './commands/close-print-run.ts';
import { composePrintRun } from './commands/compose-print-run.ts';
import { preparePrintRun } from './commands/prepare-print-run.ts';
import { recordSheets } from './commands/record-sheets.ts';
import { resumePrintRun } from './commands/resume-print-run.ts';
import { startPrintRun } from './commands/start-print-run.ts';
import { takeBackOutcome } from './commands/take-back-outcome.ts';
import { withdrawPrintRun } from './commands/withdraw-print-run.ts';
import { countPrintRuns, getPrintRun, listPrintBatches, listPrintRuns } from './queries.ts';

const os = implement(printRunsContract).$context<RequestContext>();

export const printRunsRouter = os.router({
  listPrintBatches: os.listPrintBatches.handler(async ({ context }) => ({
    batches: await listPrintBatches(context.services.db, actorOf(context)),
  })),
  listPrintRuns: os.listPrintRuns.handler(({ context, input }) =>
    listPrintRuns(context.services.db, actorOf(context).scope, input),
  ),
  countPrintRuns: os.countPrintRuns.handler(({ context, input }) =>
    countPrintRuns(context.services.db, actorOf(context).scope, input),
  ),
  getPrintRun: os.getPrintRun.handler(({ context, input }) =>
    getPrintRun(context.services, actorOf(context).scope, input.id),
  ),
  preparePrintRun: os.preparePrintRun.handler(({ context, input }) => preparePrintRun(context, input)),
  withdrawPrintRun: os.withdrawPrintRun.handler(({ context, input }) => withdrawPrintRun(context, input)),
  composePrintRun: os.composePrintRun.handler(({ context, input }) => composePrintRun(context, input)),
  choosePrinter: os.choosePrinter.handler(({ context, input }) => choosePrinter(context, input)),
  startPrintRun: os.startPrintRun.handler(({ context, input }) => startPrintRun(context, input)),
  resumePrintRun: os.resumePrintRun.handler(({ context, input }) => resumePrintRun(context, input)),
  recordSheets: os.recordSheets.handler(({ context, input }) => recordSheets(context, input)),
  takeBackOutcome: os.takeBackOutcome.handler(({ context, input }) => takeBackOutcome(context, input)),
  closePrintRun: os.closePrintRun.handler(({ context, input }) => closePrintRun(context, input)),
});

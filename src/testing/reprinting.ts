import type { Sheet } from '#features/print-runs/contract.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { reprintEntry } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';

/** A run of one certificate whose stack is in the printer. */
export async function startRunOf({ services }: Portal, printer: StaffCaller, certificateId: string) {
  const { printRuns } = printer.api;
  const { id } = await printRuns.preparePrintRun({ certificateIds: [certificateId] });
  await composePrintRunJob.handle(services, { printRunId: id }, { isLast: true });
  const run = await printRuns.getPrintRun({ id });
  await printRuns.startPrintRun({ id, version: run.version });
  return { id, sheet: run.sheets[0]! };
}

/** Prints one certificate on one good sheet. */
export async function printOne(portal: Portal, printer: StaffCaller, certificateId: string): Promise<Sheet> {
  const { id, sheet } = await startRunOf(portal, printer, certificateId);
  await printer.api.printRuns.recordSheets({ id, outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  return sheet;
}

export async function requestReprint(caller: StaffCaller, certificateId: string, reason?: string) {
  const entry = await reprintEntry(caller, certificateId, reason === undefined ? {} : { reason });
  return (await caller.api.reprints.requestReprint(entry)).id;
}

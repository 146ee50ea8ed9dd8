import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { composePrintRunJob } from '../jobs/compose-print-run.ts';
import { changeRun, lockPrintRun, recompositionColumns, runCommand } from '../locked-run.ts';
import { getPrinter, offsetOf } from '../printers.ts';

/** Composes the print file again for a printer. It may be the same one, because its offset may have changed. */
export const choosePrinter = runCommand('choosePrinter', async (transaction, input) => {
  const { db, enqueue } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  assertAllowed(printRunCan.choosePrinter(run));
  await assertVersion(db, { type: 'print_run', row: run }, input.version);
  const printer = await getPrinter(db, input.printerId);

  const { x_mm: x_offset_mm, y_mm: y_offset_mm } = printer;
  const changed = await changeRun(transaction, run, {
    set: { ...recompositionColumns(run), printer_id: printer.id, x_offset_mm, y_offset_mm },
    event: 'print_runs.printer_chosen',
    before: { printerId: run.printer_id, ...offsetOf(run) },
    after: { printer: printer.code, printerId: printer.id, ...offsetOf({ x_offset_mm, y_offset_mm }) },
  });
  await enqueue(composePrintRunJob.name, { printRunId: run.id });
  return changed;
});

import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { removeStored } from '#platform/server/files/delete-files.ts';
import type { PrintRunState } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { composePrintRunJob } from '../jobs/compose-print-run.ts';
import { getPrinter, offsetOf } from '../printers.ts';
import { composedAnew, lockPrintRun } from '../queries.ts';

/** Has the print file composed again for a printer. The one chosen already may be chosen again, when its offset changed. */
export const choosePrinter = command(
  'choosePrinter',
  async (transaction, input: { id: string; version: number; printerId: string }) => {
    const { db, actor, audit, enqueue } = transaction;
    const run = await lockPrintRun(db, actor.scope, input.id);
    assertAllowed(printRunCan.choosePrinter({ state: run.state as PrintRunState }));
    await assertVersion(db, { type: 'print_run', row: run }, input.version);
    const printer = await getPrinter(db, input.printerId);

    const version = run.version + 1;
    await db
      .updateTable('print_runs')
      .set({
        ...composedAnew(run),
        printer_id: printer.id,
        x_offset_mm: printer.x_offset_mm,
        y_offset_mm: printer.y_offset_mm,
        version,
      })
      .where('id', '=', run.id)
      .execute();
    await removeStored(transaction, [run.document_key]);

    audit({
      event: 'print_runs.printer_chosen',
      record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
      collegeId: run.college_id,
      before: { printerId: run.printer_id, ...offsetOf(run) },
      after: { printer: printer.code, printerId: printer.id, ...offsetOf(printer) },
    });
    await enqueue(composePrintRunJob.name, { printRunId: run.id });
    return { version };
  },
);

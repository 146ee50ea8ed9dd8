import { returnUndrawable, type Undrawable } from '#features/applications/server/return-undrawable.ts';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import { lockPaper } from '#features/stock/server/papers.ts';
import type { Writing } from '#platform/server/command.ts';
import { formatRunNumber } from '../rules.ts';
import { bindSheets } from './bind-sheets.ts';
import { type LockedPrintRun, moveCertificates, recompositionColumns, recordOfRun } from './locked-run.ts';
import { sheetsOfRun } from './queries.ts';
import { putBack, withdraw } from './withdraw.ts';

/**
 * Takes a sheet that cannot be drawn out of a prepared run and returns its application. The others are bound to the
 * run's blanks again, so that no serial is skipped, and the last blank goes back to where it came from.
 */
export async function leaveOut(
  transaction: Writing,
  run: LockedPrintRun,
  { convocationNumber, ...why }: Omit<Undrawable, 'applicationId'> & { convocationNumber: string },
): Promise<void> {
  const { db, audit } = transaction;
  await lockPaper(db, run.paper_id);
  const sheets = await sheetsOfRun(db, run.id)
    .orderBy('sheets.position')
    .select(['certificates.id', 'certificates.application_id', 'certificates.convocation_number'])
    .select(['certificates.college_id', 'sheets.copy_number', 'sheets.blank_id', 'blanks.serial'])
    .execute();
  const faulty = sheets.find((sheet) => sheet.convocation_number === convocationNumber)!;
  const others = sheets.filter((sheet) => sheet !== faulty);
  if (others.length === 0) await withdraw(transaction, run);
  else {
    await db.deleteFrom('sheets').where('print_run_id', '=', run.id).execute();
    await moveCertificates(db, [faulty], 'to_print');
    const last = sheets.at(-1)!;
    const holders = await putBack(transaction, run, [last.blank_id]);
    await bindSheets(transaction, {
      printRunId: run.id,
      bound: others.map(({ id, copy_number }, index) => ({
        certificateId: id,
        blankId: sheets[index]!.blank_id,
        copyNumber: copy_number,
      })),
    });
    await db.updateTable('print_runs').set(recompositionColumns(run)).where('id', '=', run.id).execute();
    const printRun = formatRunNumber(run.run_number);
    audit({
      event: 'print_runs.sheet_left_out',
      ...recordOfRun(run),
      before: { sheets: sheets.length, lastSerial: last.serial },
      after: {
        sheets: others.length,
        lastSerial: sheets.at(-2)!.serial,
        convocationNumber,
        // Of the last blank, which went back.
        holderId: holders.get(last.blank_id) ?? null,
      },
    });
    audit({
      event: 'certificates.released',
      ...recordOf(faulty),
      before: { state: 'in_run', printRun, blank: faulty.serial },
      after: { state: 'to_print' },
    });
    for (const [index, sheet] of others.entries()) {
      const { serial } = sheets[index]!;
      if (serial === sheet.serial) continue;
      audit({
        event: 'certificates.bound',
        ...recordOf(sheet),
        before: { state: 'in_run', printRun, blank: sheet.serial },
        after: { state: 'in_run', printRun, blank: serial, copy: sheet.copy_number },
      });
    }
  }
  await returnUndrawable(transaction, { applicationId: faulty.application_id, ...why });
}

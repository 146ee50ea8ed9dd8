import { domainError } from '#platform/server/domain-error.ts';
import { composePrintRunJob } from '../jobs/compose-print-run.ts';
import { lockPrintRun, recompositionColumns, recordOfRun, runCommand } from '../locked-run.ts';

/** Retries composing the print file after a failure; the sheets stay bound to their blanks. */
export const composePrintRun = runCommand('composePrintRun', async (transaction, input) => {
  const { db, audit, enqueue } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  if (run.state !== 'prepared' || run.document_key !== null) throw domainError('print_runs.not_prepared');

  await db.updateTable('print_runs').set(recompositionColumns(run)).where('id', '=', run.id).execute();

  audit({
    event: 'print_runs.composed_again',
    ...recordOfRun(run),
    before: { failure: run.document_failure },
  });
  await enqueue(composePrintRunJob.name, { printRunId: run.id });
  return {};
});

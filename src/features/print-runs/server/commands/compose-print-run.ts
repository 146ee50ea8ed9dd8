import { command } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { formatRunNumber } from '../../rules.ts';
import { composePrintRunJob } from '../jobs/compose-print-run.ts';
import { composedAnew, lockPrintRun } from '../queries.ts';

/** Has the print file composed again after it failed; the sheets stay bound to their blanks. */
export const composePrintRun = command('composePrintRun', async (transaction, input: { id: string }) => {
  const { db, actor, audit, enqueue } = transaction;
  const run = await lockPrintRun(db, actor.scope, input.id);
  if (run.state !== 'prepared' || run.document_key !== null) throw domainError('print_runs.not_prepared');

  await db.updateTable('print_runs').set(composedAnew(run)).where('id', '=', run.id).execute();

  audit({
    event: 'print_runs.composed_again',
    record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
    collegeId: run.college_id,
    before: { failure: run.document_failure },
  });
  await enqueue(composePrintRunJob.name, { printRunId: run.id });
  return {};
});

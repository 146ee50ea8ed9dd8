import { lockPaper } from '#features/stock/server/papers.ts';
import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { lockPrintRun, runCommand } from '../locked-run.ts';
import { withdraw } from '../withdraw.ts';

/** Withdraws a run that nobody wants any more. */
export const withdrawPrintRun = runCommand('withdrawPrintRun', async (transaction, input) => {
  const { db } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  assertAllowed(printRunCan.withdraw(run));
  await assertVersion(db, { type: 'print_run', row: run }, input.version);
  await lockPaper(db, run.paper_id);
  return withdraw(transaction, run);
});

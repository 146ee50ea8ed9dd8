import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { allowFile } from '../allowed-files.ts';
import { lockPrintRun, recordOfRun, runCommand } from '../locked-run.ts';
import { waitingSerials } from '../waiting-serials.ts';

/**
 * Continues after a jam or crash: the first sheet without an outcome has to be on top of the stack, so that every page
 * meets its own blank and none is printed twice.
 */
export const resumePrintRun = runCommand('resumePrintRun', async (transaction, { id, topSerial }) => {
  const run = await lockPrintRun(transaction, id);
  const waiting = await waitingSerials(transaction.db, run.id);
  assertAllowed(printRunCan.printRest({ state: run.state, open: waiting.length }));
  assertTopSerial(
    waiting.map(({ serial }) => serial),
    topSerial,
  );

  const from = waiting[0]!.position;
  await allowFile(transaction, run.id, from);

  transaction.audit({
    event: 'print_runs.resumed',
    ...recordOfRun(run),
    after: { topSerial, sheets: waiting.length },
  });
  return { from, sheets: waiting.length };
});

/** A later sheet on top means that those before it were printed without being recorded. */
function assertTopSerial(waiting: readonly string[], found: string): void {
  const place = waiting.indexOf(found);
  if (place === 0) return;
  const expected = waiting[0]!;
  if (place === -1) throw domainError('print_runs.other_serial_on_top', { expected, found });
  throw domainError('print_runs.sheets_before_top', {
    found,
    first: expected,
    last: waiting[place - 1]!,
    before: place,
  });
}

import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { allowFile } from '../allowed-files.ts';
import { lockPrintRun, recordOfRun, runCommand } from '../locked-run.ts';
import { waitingSerials } from '../waiting-serials.ts';

/**
 * Goes on after a jam or crash: the stack has to begin with the first sheet without an outcome, so that no page meets another
 * blank than its own and none is printed twice.
 */
export const resumePrintRun = runCommand('resumePrintRun', async (transaction, { id, topSerial }) => {
  const run = await lockPrintRun(transaction, id);
  const waiting = await waitingSerials(transaction.db, run.id);
  assertAllowed(printRunCan.printRest({ state: run.state, open: waiting.length }));
  refuseOtherTop(
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

/** A top further down the stack means that what lay above it went through the printer unrecorded. */
function refuseOtherTop(waiting: readonly string[], found: string): void {
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

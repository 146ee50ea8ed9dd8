import { command } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { PrintRunState } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { allowFile } from '../allowed-files.ts';
import { lockPrintRun } from '../queries.ts';
import { waitingSerials } from '../waiting-serials.ts';

/**
 * Goes on after a jam or crash: the stack has to begin with the first sheet without an outcome, so that no page meets another
 * blank than its own and none is printed twice.
 */
export const resumePrintRun = command(
  'resumePrintRun',
  async (transaction, input: { id: string; topSerial: string }) => {
    const { db, actor, audit } = transaction;
    const run = await lockPrintRun(db, actor.scope, input.id);
    const waiting = await waitingSerials(db, run.id);
    assertAllowed(printRunCan.printRest({ state: run.state as PrintRunState, open: waiting.length }));
    refuseOtherTop(
      waiting.map(({ serial }) => serial),
      input.topSerial,
    );

    const from = waiting[0]!.position;
    await allowFile(transaction, run.id, from);

    audit({
      event: 'print_runs.resumed',
      record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
      collegeId: run.college_id,
      after: { topSerial: input.topSerial, sheets: waiting.length },
    });
    return { from, sheets: waiting.length };
  },
);

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

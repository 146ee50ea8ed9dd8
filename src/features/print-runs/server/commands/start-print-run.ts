import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { allowFile } from '../allowed-files.ts';
import { recomposeUnusableFiles } from '../damaged-files.ts';
import { changeRun, lockPrintRun, runCommand } from '../locked-run.ts';
import { findProof } from '../proofs.ts';
import { documentOf } from '../queries.ts';
import { waitingSerials } from '../waiting-serials.ts';

/** A lost file is composed again first; the start then fails because there is no file yet. */
export async function startPrintRun(...[context, input]: Parameters<typeof start>) {
  await recomposeUnusableFiles(context.services, input.id);
  return start(context, input);
}

/** Records that the stack, whose top was checked, is in the printer: the print file can be opened from now on. */
const start = runCommand('startPrintRun', async (transaction, input) => {
  const { db, now } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  const proof = await findProof(db, run.document_fingerprint);
  assertAllowed(printRunCan.start({ state: run.state, document: documentOf(run), proof }));
  await assertVersion(db, { type: 'print_run', row: run }, input.version);
  const [first] = await waitingSerials(db, run.id);
  const [expected, found] = [first!.serial, input.topSerial];
  if (found !== expected) throw domainError('print_runs.other_serial_on_top', { expected, found });

  const changed = await changeRun(transaction, run, {
    set: { state: 'printing', started_at: now },
    event: 'print_runs.started',
    after: { state: 'printing', topSerial: found },
  });
  await allowFile(transaction, run.id, first!.position);
  return changed;
});

import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { PrintRunState } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { allowFile } from '../allowed-files.ts';
import { recomposeUnusableFiles } from '../damaged-files.ts';
import { findProof } from '../proofs.ts';
import { documentOf, lockPrintRun } from '../queries.ts';
import { waitingSerials } from '../waiting-serials.ts';

type Start = { id: string; version: number; topSerial: string };

/** A file that was lost is composed again first; the run then says that it has none yet. */
export async function startPrintRun(context: RequestContext, input: Start): Promise<{ version: number }> {
  await recomposeUnusableFiles(context.services, input.id);
  return start(context, input);
}

/** Says that the stack goes into the printer, whose top was checked: the print file can be opened from now on. */
const start = command('startPrintRun', async (transaction, input: Start) => {
  const { db, actor, now, services, audit } = transaction;
  const run = await lockPrintRun(db, actor.scope, input.id);
  const proof =
    run.document_fingerprint === null
      ? null
      : await findProof({ db, settings: services.settings }, run.document_fingerprint);
  assertAllowed(printRunCan.start({ state: run.state as PrintRunState, document: documentOf(run), proof }));
  await assertVersion(db, { type: 'print_run', row: run }, input.version);
  const [first] = await waitingSerials(db, run.id);
  const [expected, found] = [first!.serial, input.topSerial];
  if (found !== expected) throw domainError('print_runs.other_serial_on_top', { expected, found });

  const version = run.version + 1;
  await db
    .updateTable('print_runs')
    .set({ state: 'printing', started_at: now, version })
    .where('id', '=', run.id)
    .execute();
  await allowFile(transaction, run.id, first!.position);

  audit({
    event: 'print_runs.started',
    record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
    collegeId: run.college_id,
    before: { state: run.state },
    after: { state: 'printing', topSerial: found },
  });
  return { version };
});

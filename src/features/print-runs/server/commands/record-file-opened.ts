import { command } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { newestFile } from '../allowed-files.ts';
import { lockPrintRun, recordOfRun } from '../locked-run.ts';
import { waitingSerials } from '../waiting-serials.ts';

/** Records that the newest print file of a run was opened for printing; outcomes can be recorded from then on. */
export const recordFileOpened = command(
  'recordFileOpened',
  async (transaction, input: { id: string; from: number }) => {
    const { db, actor, now, audit } = transaction;
    const run = await lockPrintRun(transaction, input.id);
    const file = await newestFile(db, run.id);
    const waiting = await waitingSerials(db, run.id);
    assertAllowed(printRunCan.printRest({ state: run.state, open: waiting.length }));
    // Since the file was requested, an outcome was recorded or the stack checked again.
    if (file?.from !== input.from || waiting[0]!.position !== input.from) {
      throw domainError('print_runs.printed_already');
    }

    if (file.openedAt === null) {
      await db
        .updateTable('print_files')
        .set({ opened_by: actor.id, opened_at: now })
        .where('print_run_id', '=', run.id)
        .where('file_number', '=', file.number)
        .execute();
    }

    audit({
      event: 'print_runs.file_opened',
      ...recordOfRun(run),
      after: { file: file.number, from: input.from, sheets: waiting.length },
    });
    return {};
  },
);

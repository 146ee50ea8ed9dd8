import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { inScope } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { removeStored } from '#platform/server/files/delete-files.ts';
import type { PrintRunState } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { lockPrintRun } from '../queries.ts';

type Counts = { goodSheets: number; spoiltSheets: number; missingSheets: number };

/** Closes a run whose every sheet has an outcome, when good, spoilt and missing ones are as many as the books have. */
export const closePrintRun = command(
  'closePrintRun',
  async (transaction, input: { id: string; version: number } & Counts) => {
    const { db, actor, now, audit } = transaction;
    const run = await lockPrintRun(db, actor.scope, input.id);
    const sheets = await inScope(db, actor.scope, 'print_runs')
      .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
      .where('print_runs.id', '=', run.id)
      .select('sheets.outcome')
      .execute();
    const count = (outcome: string | null) => sheets.filter((sheet) => sheet.outcome === outcome).length;
    const open = count(null);
    const recorded = { good: count('good'), spoilt: count('spoilt'), missing: count('missing') };
    const counted = { good: input.goodSheets, spoilt: input.spoiltSheets, missing: input.missingSheets };
    assertAllowed(printRunCan.close({ state: run.state as PrintRunState, open }), {
      'print_runs.open_sheets': { open },
    });
    await assertVersion(db, { type: 'print_run', row: run }, input.version);
    assertAllowed(printRunCan.agree(recorded, counted), {
      'print_runs.counts_differ': {
        good: { counted: counted.good, recorded: recorded.good },
        spoilt: { counted: counted.spoilt, recorded: recorded.spoilt },
        missing: { counted: counted.missing, recorded: recorded.missing },
      },
    });

    const version = run.version + 1;
    await db
      .updateTable('print_runs')
      .set({
        state: 'closed',
        document_key: null,
        closed_at: now,
        closed_by: actor.id,
        counted_good: counted.good,
        counted_spoilt: counted.spoilt,
        counted_missing: counted.missing,
        version,
      })
      .where('id', '=', run.id)
      .execute();
    await removeStored(transaction, [run.document_key]);

    audit({
      event: 'print_runs.closed',
      record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
      collegeId: run.college_id,
      before: { state: run.state },
      after: { state: 'closed', ...counted },
    });
    return { version };
  },
);

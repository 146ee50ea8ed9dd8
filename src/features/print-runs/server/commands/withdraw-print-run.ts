import { sql } from 'kysely';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { lockPaper } from '#features/stock/server/papers.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { inScope, unscoped } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { removeStored } from '#platform/server/files/delete-files.ts';
import type { PrintRunState } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { type LockedPrintRun, lockPrintRun } from '../queries.ts';

/**
 * Gives a prepared run up. Nothing of it was printed, because its file is not served before it starts: the blanks go back to
 * where they came from, the certificates back to the queue, and the codes of its sheets verify nothing any more.
 */
export const withdrawPrintRun = command(
  'withdrawPrintRun',
  async (transaction, input: { id: string; version: number }) => {
    const { db, actor, now, audit } = transaction;
    const run = await lockPrintRun(db, actor.scope, input.id);
    assertAllowed(printRunCan.withdraw({ state: run.state as PrintRunState }));
    await assertVersion(db, { type: 'print_run', row: run }, input.version);
    await lockPaper(db, run.paper_id);
    const sheets = await sheetsOf(transaction, run);

    const version = run.version + 1;
    await db
      .updateTable('print_runs')
      .set({ state: 'withdrawn', document_key: null, withdrawn_at: now, withdrawn_by: actor.id, version })
      .where('id', '=', run.id)
      .execute();
    await removeStored(transaction, [run.document_key]);
    await db.deleteFrom('sheets').where('print_run_id', '=', run.id).execute();
    await db
      .updateTable('certificates')
      .set((eb) => ({ state: 'to_print', version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        sheets.map((sheet) => sheet.certificate_id),
      )
      .execute();
    await putBack(transaction, run);

    const label = formatRunNumber(run.run_number);
    audit({
      event: 'print_runs.withdrawn',
      record: { type: 'print_run', id: run.id, label },
      collegeId: run.college_id,
      before: { state: run.state },
      after: {
        state: 'withdrawn',
        sheets: sheets.length,
        firstSerial: sheets[0]!.serial,
        lastSerial: sheets.at(-1)!.serial,
      },
    });
    for (const sheet of sheets) {
      audit({
        event: 'certificates.released',
        record: { type: 'certificate', id: sheet.certificate_id, label: sheet.convocation_number },
        collegeId: sheet.college_id,
        before: { state: 'in_run', printRun: label, blank: sheet.serial },
        after: { state: 'to_print' },
      });
    }
    return { version };
  },
);

async function sheetsOf({ db, actor }: CommandTransaction, run: LockedPrintRun) {
  return inScope(db, actor.scope, 'print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .where('print_runs.id', '=', run.id)
    .orderBy('sheets.position')
    .select([
      'sheets.certificate_id',
      'blanks.serial',
      'certificates.convocation_number',
      'certificates.college_id',
    ])
    .execute();
}

type Origin = { from_state: 'in_store' | 'issued'; from_holder: string | null; ids: string[] };

/** Where each blank came from is what the ledger says of the act that bound it. */
async function putBack(transaction: CommandTransaction, run: LockedPrintRun): Promise<void> {
  const { rows: origins } = await sql<Origin>`
    select m.from_state, m.from_holder, array_agg(b.id) as ids
      from blanks b
      join blank_movements m on m.custody_act_id = b.custody_act_id and m.blank_receipt_id = b.blank_receipt_id
                            and b.number between m.first_number and m.last_number
     where b.print_run_id = ${run.id} and b.state = 'bound'
     group by m.from_state, m.from_holder
  `.execute(unscoped(transaction.db));
  for (const { from_state, from_holder, ids } of origins) {
    const place = { state: from_state, heldBy: from_holder };
    await moveBlanks(transaction, { act: 'withdrawn', paperId: run.paper_id }, ids, place);
  }
}

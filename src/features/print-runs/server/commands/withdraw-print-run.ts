import { sql } from 'kysely';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { lockPaper } from '#features/stock/server/papers.ts';
import { assertVersion, type CommandTransaction } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { changeRun, type LockedPrintRun, lockPrintRun, moveCertificates, runCommand } from '../locked-run.ts';
import { sheetsOfRun } from '../queries.ts';

/**
 * Withdraws a prepared run. Nothing was printed, because its file is not served before the start: blanks return to
 * where they came from, certificates to the queue, and the sheets' verification codes become invalid.
 */
export const withdrawPrintRun = runCommand('withdrawPrintRun', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  assertAllowed(printRunCan.withdraw(run));
  await assertVersion(db, { type: 'print_run', row: run }, input.version);
  await lockPaper(db, run.paper_id);
  const sheets = await sheetsOfRun(db, run.id)
    .orderBy('sheets.position')
    .select(['certificates.id', 'certificates.convocation_number', 'certificates.college_id'])
    .select('blanks.serial')
    .execute();

  const changed = await changeRun(transaction, run, {
    set: { state: 'withdrawn', document_key: null, withdrawn_at: now, withdrawn_by: actor.id },
    event: 'print_runs.withdrawn',
    after: {
      state: 'withdrawn',
      sheets: sheets.length,
      firstSerial: sheets[0]!.serial,
      lastSerial: sheets.at(-1)!.serial,
    },
  });
  await db.deleteFrom('sheets').where('print_run_id', '=', run.id).execute();
  await moveCertificates(db, sheets, 'to_print');
  await putBack(transaction, run);

  for (const sheet of sheets) {
    audit({
      event: 'certificates.released',
      ...recordOf(sheet),
      before: { state: 'in_run', printRun: formatRunNumber(run.run_number), blank: sheet.serial },
      after: { state: 'to_print' },
    });
  }
  return changed;
});

type Origin = { from_state: 'in_store' | 'issued'; from_holder: string | null; ids: string[] };

/** The ledger entry of the binding says where each blank came from. */
async function putBack(transaction: CommandTransaction, run: LockedPrintRun): Promise<void> {
  const { rows: origins } = await sql<Origin>`
    select m.from_state, m.from_holder, array_agg(b.id) as ids
      from blanks b
      join blank_movements m on m.custody_act_id = b.custody_act_id and m.blank_receipt_id = b.blank_receipt_id
                            and b.number between m.first_number and m.last_number
     where b.print_run_id = ${run.id} and b.state = 'bound'
     group by m.from_state, m.from_holder
  `.execute(transaction.db);
  for (const { from_state, from_holder, ids } of origins) {
    const place = { state: from_state, heldBy: from_holder };
    await moveBlanks(transaction, { act: 'withdrawn', paperId: run.paper_id }, ids, place);
  }
}

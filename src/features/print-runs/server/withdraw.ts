import { sql } from 'kysely';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import type { Writing } from '#platform/server/command.ts';
import { formatRunNumber } from '../rules.ts';
import { changeRun, type LockedPrintRun, moveCertificates } from './locked-run.ts';
import { sheetsOfRun } from './queries.ts';

/**
 * Withdraws a prepared run whose paper is locked. Nothing was printed, because its file is not served before the start:
 * blanks return to where they came from, certificates to the queue, and the sheets' verification codes become invalid.
 */
export async function withdraw(transaction: Writing, run: LockedPrintRun): Promise<{ version: number }> {
  const { db, actor, now, audit } = transaction;
  const sheets = await sheetsOfRun(db, run.id)
    .orderBy('sheets.position')
    .select(['certificates.id', 'certificates.convocation_number', 'certificates.college_id'])
    .select(['blanks.id as blank_id', 'blanks.serial'])
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
  const holders = await putBack(transaction, run);

  for (const sheet of sheets) {
    audit({
      event: 'certificates.released',
      ...recordOf(sheet),
      before: { state: 'in_run', printRun: formatRunNumber(run.run_number), blank: sheet.serial },
      after: { state: 'to_print', holderId: holders.get(sheet.blank_id) ?? null },
    });
  }
  return changed;
}

type Origin = { from_state: 'in_store' | 'issued'; from_holder: string | null; ids: string[] };

/**
 * Blanks of a run, by default all, go back: the ledger entry of the binding says where each blank came from. Returns who
 * holds which one again.
 */
export async function putBack(
  transaction: Writing,
  run: LockedPrintRun,
  blankIds?: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows: origins } = await sql<Origin>`
    select m.from_state, m.from_holder, array_agg(b.id) as ids
      from blanks b
      join blank_movements m on m.custody_act_id = b.custody_act_id and m.blank_receipt_id = b.blank_receipt_id
                            and b.number between m.first_number and m.last_number
     where b.print_run_id = ${run.id} and b.state = 'bound'
       and (${blankIds ?? null}::uuid[] is null or b.id = any(${blankIds ?? null}::uuid[]))
     group by m.from_state, m.from_holder
  `.execute(transaction.db);
  for (const { from_state, from_holder, ids } of origins) {
    const place = { state: from_state, heldBy: from_holder };
    await moveBlanks(transaction, { act: 'withdrawn', paperId: run.paper_id }, ids, place);
  }
  return new Map(origins.flatMap(({ from_holder, ids }) => ids.map((id) => [id, from_holder] as const)));
}

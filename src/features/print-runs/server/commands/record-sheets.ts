import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { type CommandTransaction, command } from '#server/command.ts';
import { inScope } from '#server/db/database.ts';
import { refusal, refuseUnless } from '#server/refusal.ts';
import type { PrintRunState } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { type LockedPrintRun, lockPrintRun } from '../queries.ts';

type Outcome = { sheetId: string; outcome: 'good' } | { sheetId: string; outcome: 'spoilt'; reason: string };

/**
 * Records what became of sheets. Good: the blank is printed, the certificate too, and an earlier copy is superseded.
 * Spoilt: the blank stays in the books as spoilt, and the certificate goes back to the queue.
 */
export const recordSheets = command(
  'recordSheets',
  async (transaction, input: { id: string; outcomes: Outcome[] }) => {
    const { db, actor } = transaction;
    const run = await lockPrintRun(db, actor.scope, input.id);
    refuseUnless(printRunCan.record({ state: run.state as PrintRunState }));
    const sheets = await sheetsOf(transaction, run);

    const blankIds = new Map<string, string[]>();
    for (const outcome of input.outcomes) {
      const sheet = sheets.get(outcome.sheetId);
      if (!sheet) throw refusal('print_runs.sheet_not_found');
      if (sheet.outcome !== null) throw refusal('print_runs.sheet_decided');
      sheet.outcome = outcome.outcome;
      await recordSheet(transaction, run, sheet, outcome);
      const became = outcome.outcome === 'good' ? printed : outcome.reason;
      blankIds.set(became, [...(blankIds.get(became) ?? []), sheet.blank_id]);
    }
    for (const [became, ids] of blankIds) await moveFromRun(transaction, run, { became, ids });
    return { open: [...sheets.values()].filter((sheet) => sheet.outcome === null).length };
  },
);

const printed = 'printed';

/** A spoilt blank is with the operator until it is returned to the store. */
async function moveFromRun(
  transaction: CommandTransaction,
  run: LockedPrintRun,
  { became, ids }: { became: string; ids: string[] },
): Promise<void> {
  const paperId = run.paper_id;
  if (became === printed) {
    const place = { state: 'printed', printRunId: run.id } as const;
    await moveBlanks(transaction, { act: 'printed', paperId }, ids, place);
  } else {
    const place = { state: 'spoilt', heldBy: run.operator_id } as const;
    await moveBlanks(transaction, { act: 'spoilt', paperId, remark: became }, ids, place);
  }
}

async function sheetsOf({ db, actor }: CommandTransaction, run: LockedPrintRun) {
  const rows = await inScope(db, actor.scope, 'print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .where('print_runs.id', '=', run.id)
    .select([
      'sheets.id',
      'sheets.outcome',
      'sheets.certificate_id',
      'sheets.blank_id',
      'sheets.copy_number',
      'blanks.serial',
      'certificates.convocation_number',
      'certificates.college_id',
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type RunSheet = Awaited<ReturnType<typeof sheetsOf>> extends Map<string, infer Row> ? Row : never;

async function recordSheet(
  { db, actor, now, audit }: CommandTransaction,
  run: LockedPrintRun,
  sheet: RunSheet,
  outcome: Outcome,
) {
  const isGood = outcome.outcome === 'good';
  if (isGood) {
    await db
      .updateTable('sheets')
      .set({ superseded_at: now })
      .where('certificate_id', '=', sheet.certificate_id)
      .where('outcome', '=', 'good')
      .where('superseded_at', 'is', null)
      .execute();
  }
  await db
    .updateTable('sheets')
    .set({
      outcome: outcome.outcome,
      outcome_at: now,
      outcome_by: actor.id,
      spoil_reason: outcome.outcome === 'spoilt' ? outcome.reason : null,
    })
    .where('id', '=', sheet.id)
    .execute();
  await db
    .updateTable('certificates')
    .set((eb) => ({
      state: isGood ? 'printed' : 'to_print',
      ...(isGood ? { printed_at: now } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', sheet.certificate_id)
    .execute();

  const reason = outcome.outcome === 'spoilt' ? { reason: outcome.reason } : {};
  audit({
    event: isGood ? 'certificates.printed' : 'certificates.spoilt',
    record: { type: 'certificate', id: sheet.certificate_id, label: sheet.convocation_number },
    collegeId: sheet.college_id,
    before: { state: 'in_run' },
    after: {
      state: isGood ? 'printed' : 'to_print',
      printRun: formatRunNumber(run.run_number),
      blank: sheet.serial,
      copy: sheet.copy_number,
      ...reason,
    },
  });
}

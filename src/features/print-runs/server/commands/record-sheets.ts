import { sql } from 'kysely';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { printRunsContract, Sheet } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { fileOfEach } from '../allowed-files.ts';
import { type LockedPrintRun, lockPrintRun, runCommand } from '../locked-run.ts';
import { sheetsOfRun } from '../queries.ts';

type Outcomes = InputOf<typeof printRunsContract.recordSheets>['outcomes'];

type Decided = RunSheet & { became: NonNullable<Sheet['outcome']>; reason: string | null };

/**
 * Records the outcomes of sheets, one statement per table. Good: blank and certificate are printed, and an earlier copy
 * is superseded. Spoilt or missing: the blank stays in the books as such, and the certificate returns to the queue.
 */
export const recordSheets = runCommand('recordSheets', async (transaction, input) => {
  const { db, now } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  const sheets = await sheetsOf(transaction, run);
  const decided = decide(sheets, input.outcomes);
  const files = await fileOfEach(
    db,
    run.id,
    decided.map(({ position }) => position),
  );
  for (const file of files) assertAllowed(printRunCan.record({ state: run.state, file }));

  await writeSheets(transaction, decided);
  await writeCertificates(transaction, decided);
  for (const group of Map.groupBy(decided, ({ became, reason }) => `${became} ${reason}`).values())
    await moveFromRun(transaction, run, group);

  const printRun = formatRunNumber(run.run_number);
  for (const sheet of decided)
    auditOutcome(transaction, { printRun, holderId: holderAfter(run, sheet.became) }, sheet);
  const before = [...sheets.values()].filter((sheet) => sheet.outcome === null).length;
  return { open: before - decided.length, outcomeAt: now.toISOString() };
});

function decide(sheets: Map<string, RunSheet>, outcomes: Outcomes): Decided[] {
  const named = new Set<string>();
  return outcomes.map((outcome) => {
    const sheet = sheets.get(outcome.sheetId);
    if (!sheet) throw domainError('print_runs.sheet_not_found');
    if (sheet.outcome !== null || named.has(sheet.id)) throw domainError('print_runs.sheet_decided');
    named.add(sheet.id);
    return { ...sheet, became: outcome.outcome, reason: outcome.outcome === 'good' ? null : outcome.reason };
  });
}

async function sheetsOf({ db }: CommandTransaction, run: LockedPrintRun) {
  const rows = await sheetsOfRun(db, run.id)
    .selectAll('sheets')
    .select(['blanks.serial', 'certificates.convocation_number', 'certificates.college_id'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type RunSheet = Awaited<ReturnType<typeof sheetsOf>> extends Map<string, infer Row> ? Row : never;

async function writeSheets(
  { db, actor, now }: CommandTransaction,
  decided: readonly Decided[],
): Promise<void> {
  const ids = decided.map(({ id }) => id);
  const good = decided.filter(({ became }) => became === 'good');
  if (good.length > 0) {
    const printed = sql<{ id: string; certificate_id: string }>`unnest(
      ${good.map(({ id }) => id)}::uuid[], ${good.map((sheet) => sheet.certificate_id)}::uuid[])`;
    await db
      .updateTable('sheets')
      .from(printed.as<'newer'>(sql`newer (id, certificate_id)`))
      .set((eb) => ({ superseded_at: now, superseded_by: eb.ref('newer.id') }))
      .whereRef('sheets.certificate_id', '=', 'newer.certificate_id')
      .where('sheets.is_valid', '=', true)
      .execute();
  }
  const made = sql<{ id: string; became: string; reason: string | null }>`unnest(
    ${ids}::uuid[], ${decided.map(({ became }) => became)}::text[], ${decided.map(({ reason }) => reason)}::text[])`;
  await db
    .updateTable('sheets')
    .from(made.as<'made'>(sql`made (id, became, reason)`))
    .set((eb) => ({ outcome: eb.ref('made.became'), outcome_reason: eb.ref('made.reason') }))
    .set({ outcome_at: now, outcome_by: actor.id })
    .whereRef('sheets.id', '=', 'made.id')
    .execute();
}

async function writeCertificates(
  { db, now }: CommandTransaction,
  decided: readonly Decided[],
): Promise<void> {
  const made = sql<{ id: string; became: string }>`unnest(
    ${decided.map((sheet) => sheet.certificate_id)}::uuid[], ${decided.map(({ became }) => became)}::text[])`;
  await db
    .updateTable('certificates')
    .from(made.as<'made'>(sql`made (id, became)`))
    .set((eb) => ({
      state: sql<string>`case made.became when 'good' then 'printed' else 'to_print' end`,
      printed_at: sql<Date>`case made.became when 'good' then ${now}::timestamptz else printed_at end`,
      version: eb('version', '+', 1),
    }))
    .whereRef('certificates.id', '=', 'made.id')
    .execute();
}

/** A spoilt sheet stays with the operator until returned to the store; nobody holds a missing one. */
function holderAfter(run: LockedPrintRun, became: Decided['became']): string | null {
  return became === 'spoilt' ? run.operator_id : null;
}

/** Moves blanks with the same outcome. */
async function moveFromRun(
  transaction: CommandTransaction,
  run: LockedPrintRun,
  sheets: readonly Decided[],
): Promise<void> {
  const paperId = run.paper_id;
  const ids = sheets.map((sheet) => sheet.blank_id);
  const { became, reason } = sheets[0]!;
  if (became === 'good') {
    await moveBlanks(transaction, { act: 'printed', paperId }, ids, { state: 'printed', printRunId: run.id });
  } else {
    const heldBy = holderAfter(run, became);
    await moveBlanks(transaction, { act: became, paperId, remark: reason! }, ids, { state: became, heldBy });
  }
}

const events = {
  good: 'certificates.printed',
  spoilt: 'certificates.spoilt',
  missing: 'certificates.missing',
} as const;

function auditOutcome(
  { audit }: CommandTransaction,
  { printRun, holderId }: { printRun: string; holderId: string | null },
  sheet: Decided,
): void {
  audit({
    event: events[sheet.became],
    ...recordOf({ ...sheet, id: sheet.certificate_id }),
    before: { state: 'in_run' },
    after: {
      state: sheet.became === 'good' ? 'printed' : 'to_print',
      printRun,
      blank: sheet.serial,
      copy: sheet.copy_number,
      ...(holderId !== null && { holderId }),
      ...(sheet.reason !== null && { reason: sheet.reason }),
    },
  });
}

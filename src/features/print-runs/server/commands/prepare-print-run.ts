import { v7 as uuid } from 'uuid';
import { returnUndrawable } from '#features/applications/server/return-undrawable.ts';
import { byNumber } from '#features/certificates/server/number-order.ts';
import { offRoll } from '#features/certificates/server/off-roll.ts';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import { assertSetUp } from '#features/checklist/server/lines.ts';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { type LockedPaper, lockPaper } from '#features/stock/server/papers.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { assignNumber } from '#platform/server/db/numbers.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { RunChoice } from '../../contract.ts';
import { formatRunNumber } from '../../rules.ts';
import { bindSheets } from '../bind-sheets.ts';
import { composePrintRunJob } from '../jobs/compose-print-run.ts';
import { moveCertificates, recordOfRun, runCommand } from '../locked-run.ts';
import { findPrinterOf } from '../printers.ts';
import { findUndrawable } from '../undrawable.ts';

const numbered = { table: 'print_runs', column: 'run_number', series: 'print run' } as const;

/**
 * Puts the longest-waiting certificates into a run and binds the next blanks of the paper to them, in serial order. One
 * that cannot be drawn is left out, and its application returned.
 */
export const preparePrintRun = runCommand('preparePrintRun', async (transaction, input) => {
  const { db, actor, now, audit, enqueue } = transaction;
  const { paperId, certificateType } = input;
  await assertSetUp(db, 'printing');
  // Lock the paper first, so that two runs of one paper follow each other.
  const paper = await lockPaper(db, paperId);
  const waiting = await lockLongestWaiting(transaction, input);
  const undrawable = await findUndrawable(db, waiting);
  for (const why of undrawable.values()) await returnUndrawable(transaction, why);
  const certificates = waiting.filter((certificate) => !undrawable.has(certificate));
  // Thrown after the commit: they stay returned.
  if (certificates.length === 0) return domainError('print_runs.all_returned', { returned: undrawable.size });
  const blanks = await lockBlanks(transaction, paper, certificates.length);
  const printer = await findPrinterOf(db, actor.id);

  const id = uuid();
  const colleges = new Set(certificates.map((certificate) => certificate.college_id));
  const collegeId = colleges.size === 1 ? certificates[0]!.college_id : null;
  await db
    .insertInto('print_runs')
    .values({
      id,
      paper_id: paperId,
      certificate_type: certificateType,
      college_id: collegeId,
      operator_id: actor.id,
      prepared_at: now,
      printer_id: printer?.id ?? null,
      x_offset_mm: printer?.x_mm ?? 0,
      y_offset_mm: printer?.y_mm ?? 0,
    })
    .execute();
  await bindSheets(transaction, {
    printRunId: id,
    bound: certificates.map((certificate, index) => ({
      certificateId: certificate.id,
      blankId: blanks[index]!.id,
      copyNumber: copyNumberOf(certificate),
    })),
  });
  await moveCertificates(db, certificates, 'in_run');
  const blankIds = blanks.map((blank) => blank.id);
  await moveBlanks(transaction, { act: 'bound', paperId }, blankIds, { state: 'bound', printRunId: id });

  const runNumber = await assignNumber(db, numbered, id);
  const label = formatRunNumber(runNumber);
  audit({
    event: 'print_runs.prepared',
    ...recordOfRun({ id, run_number: runNumber, college_id: collegeId }),
    after: {
      sheets: certificates.length,
      firstSerial: blanks[0]!.serial,
      lastSerial: blanks.at(-1)!.serial,
    },
  });
  for (const [index, certificate] of certificates.entries()) {
    audit({
      event: 'certificates.bound',
      ...recordOf(certificate),
      before: { state: 'to_print' },
      after: {
        state: 'in_run',
        printRun: label,
        blank: blanks[index]!.serial,
        copy: copyNumberOf(certificate),
      },
    });
  }
  await enqueue(composePrintRunJob.name, { printRunId: id });
  return { id, runNumber: label, returned: undrawable.size };
});

/** The certificates that match a choice, longest-waiting first. */
function waitingOf(
  { db }: CommandTransaction,
  { paperId, certificateType, collegeId, sheets: wanted }: RunChoice,
) {
  return db
    .selectFrom('certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .where('certificates.state', '=', 'to_print')
    .where('certificates.withheld_at', 'is', null)
    .where('applications.paper_id', '=', paperId)
    .where('applications.certificate_type', '=', certificateType)
    .$if(collegeId !== null, (query) => query.where('certificates.college_id', '=', collegeId))
    .orderBy('certificates.waiting_since')
    .orderBy('certificates.id')
    .limit(wanted);
}

/** Locked while they are printable; ordered by number, which is the sheet order. */
async function lockLongestWaiting(transaction: CommandTransaction, choice: RunChoice) {
  const rows = await waitingOf(transaction, choice)
    .where((eb) => eb.not(eb.exists(offRoll(eb))))
    .selectAll('certificates')
    .select(['applications.candidate_name', 'applications.candidate_name_native'])
    .select((eb) =>
      eb
        .selectFrom('sheets')
        .whereRef('sheets.certificate_id', '=', 'certificates.id')
        .where('sheets.outcome', '=', 'good')
        .where('sheets.cancelled_at', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('good_copies'),
    )
    .forUpdate('certificates')
    .execute();
  if (rows.length < choice.sheets) throw await tooFewWaiting(transaction, choice, rows.length);
  return rows.sort(byNumber);
}

async function tooFewWaiting(transaction: CommandTransaction, choice: RunChoice, ready: number) {
  const named = await waitingOf(transaction, choice)
    .where((eb) => eb.exists(offRoll(eb)))
    .select('certificates.convocation_number')
    .execute();
  if (named.length === 0) {
    return domainError('print_runs.too_few_waiting', { wanted: choice.sheets, waiting: ready });
  }
  const numbers = named.slice(0, 5).map((row) => row.convocation_number);
  return domainError('print_runs.waits_for_roll', { ready, waiting: named.length, numbers });
}

/** A certificate issued before the portal counts as the original. */
function copyNumberOf(certificate: { good_copies: number; earlier_number: string | null }): number {
  return certificate.good_copies + (certificate.earlier_number === null ? 0 : 1);
}

/** The next blanks of a paper in serial order: first those issued to the operator, then those in store. */
async function lockBlanks({ db, actor }: CommandTransaction, paper: LockedPaper, wanted: number) {
  const own = await lockNextBlanks(db, { paperId: paper.id, heldBy: actor.id, wanted });
  const stored = await lockNextBlanks(db, { paperId: paper.id, heldBy: null, wanted: wanted - own.length });
  const blanks = [...own, ...stored];
  if (blanks.length < wanted) {
    throw domainError('stock.too_few_blanks', { wanted, inStore: blanks.length, paper: paper.label });
  }
  return blanks;
}

async function lockNextBlanks(
  db: CommandTransaction['db'],
  { paperId, heldBy, wanted }: { paperId: string; heldBy: string | null; wanted: number },
) {
  return db
    .selectFrom('blanks')
    .select(['id', 'serial'])
    .where('paper_id', '=', paperId)
    .where('state', '=', heldBy === null ? 'in_store' : 'issued')
    .where('held_by', heldBy === null ? 'is' : '=', heldBy)
    .orderBy('serial')
    .limit(wanted)
    .forNoKeyUpdate()
    .execute();
}

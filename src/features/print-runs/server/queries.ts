import { type Selectable, sql } from 'kysely';
import { offRoll } from '#features/certificates/server/off-roll.ts';
import type { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { runNumber } from '#features/stock/server/ink-uses.ts';
import { blanksAtHand } from '#features/stock/server/papers.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { byName, type Db, fromRow, hasTerm, isAmong } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import type { PrintRuns, Sheets } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Failure } from '#shared/fields.ts';
import { PrintBatch, PrintRun, type PrintRunDetail, type RunFilters, Sheet } from '../contract.ts';
import { formatRunNumber } from '../rules.ts';
import { newestFile } from './allowed-files.ts';
import { getPrinter, offsetOf } from './printers.ts';
import { findProof } from './proofs.ts';

/**
 * What waits to be printed, grouped by possible run, with the blanks that this person's run would use: those issued to
 * them first, then those in store. The run whose certificates have waited longest comes first.
 */
export async function listPrintBatches(db: Db, { id }: Pick<Actor, 'id'>): Promise<PrintBatch[]> {
  const waiting = await db
    .selectFrom('certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .leftJoin(blanksAtHand(db, id).as('at_hand'), 'at_hand.paper_id', 'papers.id')
    .where('certificates.state', '=', 'to_print')
    .where('certificates.withheld_at', 'is', null)
    .groupBy(['papers.id', 'papers.name', 'papers.colour', 'applications.certificate_type', 'colleges.id'])
    .groupBy(['at_hand.in_store', 'at_hand.held', 'at_hand.next_serial'])
    .orderBy(byName('papers.name'))
    .orderBy(byName('papers.colour'))
    .orderBy(byName('applications.certificate_type'))
    .orderBy('colleges.code')
    .select(['papers.id as paper_id', 'papers.name as paper', 'papers.colour', 'at_hand.next_serial'])
    .select(['applications.certificate_type', 'colleges.id', 'colleges.code', 'colleges.name'])
    .select((eb) => [
      eb.fn.coalesce('at_hand.in_store', sql<number>`0`).as('in_store'),
      eb.fn.coalesce('at_hand.held', sql<number>`0`).as('issued_to_you'),
      sql<number>`count(*) filter (where not exists (${offRoll(eb)}))`.as('waiting'),
      sql<Date | null>`min(certificates.waiting_since) filter (where not exists (${offRoll(eb)}))`.as(
        'oldest',
      ),
      sql<number>`count(*) filter (where not exists (${offRoll(eb)}) and (certificates.earlier_number is not null
        or exists (select from sheets where certificate_id = certificates.id and outcome = 'good')))`.as(
        'reprints',
      ),
      sql<number>`count(*) filter (where exists (${offRoll(eb)}))`.as('waiting_for_roll'),
    ])
    .execute();
  const batches = Map.groupBy(waiting, (row) => `${row.paper_id} ${row.certificate_type}`);
  const found = [...batches.values()].map((rows) =>
    fromRow(PrintBatch, rows[0]!, {
      oldest: rows.flatMap(({ oldest }) => oldest?.toISOString() ?? []).toSorted()[0] ?? null,
      waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
      reprints: rows.reduce((sum, row) => sum + row.reprints, 0),
      waitingForRoll: rows.reduce((sum, row) => sum + row.waiting_for_roll, 0),
      colleges: rows
        .filter(({ waiting: ready }) => ready > 0)
        .map((row) => ({ id: row.id, code: row.code, name: row.name, waiting: row.waiting })),
    }),
  );
  // What cannot be printed yet comes last.
  return found.toSorted((one, other) => ((one.oldest ?? '9') < (other.oldest ?? '9') ? -1 : 1));
}

export const printRuns = listQueries({
  order: newestFirst('print_runs.prepared_at', 'print_runs.id'),
  queue: ({ state }: RunFilters) =>
    state === 'open' ? { column: 'print_runs.prepared_at', type: 'timestamptz' } : undefined,
  rows: filtered,
  record: toPrintRun,
});

export async function getPrintRun(
  desk: Pick<Services, 'db' | 'settings'>,
  id: string,
): Promise<PrintRunDetail> {
  const { db } = desk;
  const row = await printRunRows(db).where('print_runs.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('print_runs.not_found');
  const sheets = await sheetsOfRun(db, id)
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .orderBy('sheets.position')
    .selectAll('sheets')
    .select(['certificates.convocation_number', 'blanks.serial as blank_serial', 'sheet_facts.facts'])
    .execute();
  const file = await newestFile(db, id);
  const printer = row.printer_id === null ? null : await getPrinter(db, row.printer_id);
  return {
    ...toPrintRun(row),
    sheets: sheets.map(toSheet),
    printer: printer && { id: printer.id, code: printer.code, name: printer.name },
    offset: offsetOf(row),
    file: file && { from: file.from, openedAt: file.openedAt?.toISOString() ?? null },
    composedCount: row.composed_count,
    proof: await findProof(db, row.document_fingerprint),
  };
}

type SheetRow = Selectable<Sheets> & { convocation_number: string; blank_serial: string; facts: unknown };

/** Names come from the sheet's stored facts, not from the application. */
function toSheet({ facts, ...row }: SheetRow): Sheet {
  const { candidateName: studentName, examRollNumber, collegeCode } = facts as SheetFacts;
  return fromRow(Sheet, row, { studentName, examRollNumber, collegeCode });
}

/** The sheets of a run with blank and certificate; of a run of several colleges, those in scope. */
export function sheetsOfRun(db: Db, printRunId: string) {
  return db
    .selectFrom('sheets')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .where('print_runs.id', '=', printRunId);
}

/**
 * The state of the run's print file. Composing again clears a failure; the file is removed once it is no longer served.
 */
export function documentOf(
  row: Pick<Selectable<PrintRuns>, 'state' | 'document_key' | 'document_failure'>,
): PrintRun['document'] {
  if (row.document_key) return 'ready';
  if (row.state === 'withdrawn' || row.state === 'closed') return 'removed';
  return row.document_failure ? 'failed' : 'composing';
}

function printRunRows(db: Db) {
  return db
    .selectFrom('print_runs')
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .innerJoin('staff', 'staff.id', 'print_runs.operator_id')
    .leftJoin('staff as closer', 'closer.id', 'print_runs.closed_by')
    .leftJoin('staff as withdrawer', 'withdrawer.id', 'print_runs.withdrawn_by')
    .leftJoin('colleges', 'colleges.id', 'print_runs.college_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('sheets')
          .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
          .whereRef('sheets.print_run_id', '=', 'print_runs.id')
          .select((of) => [
            of.fn.countAll<number>().as('sheet_count'),
            sql<number>`count(*) filter (where outcome = 'good')`.as('good_count'),
            sql<number>`count(*) filter (where outcome = 'spoilt')`.as('spoilt_count'),
            sql<number>`count(*) filter (where outcome = 'missing')`.as('missing_count'),
            sql<number | null>`min(position) filter (where outcome is null)`.as('open_at'),
            of.fn.min('blanks.serial').as('first_serial'),
            of.fn.max('blanks.serial').as('last_serial'),
          ])
          .as('tally'),
      (join) => join.onTrue(),
    )
    .selectAll(['print_runs', 'tally'])
    .select(['papers.name as paper', 'papers.colour', 'staff.name as operator'])
    .select(['closer.name as closer', 'withdrawer.name as withdrawer', 'colleges.code as college_code']);
}

async function filtered(db: Db, filters: RunFilters) {
  let result = printRunRows(db);
  if (filters.state === 'open') result = result.where('print_runs.state', 'in', ['prepared', 'printing']);
  else if (filters.state !== 'all') result = result.where('print_runs.state', '=', filters.state);
  if (filters.operatorId !== 'all') result = result.where('print_runs.operator_id', '=', filters.operatorId);
  if (filters.search) {
    const texts = sql`${runNumber}, staff.name, papers.name, papers.colour`;
    const { sheets } = await findNumbered(db, filters.search);
    const printing = db
      .selectFrom('sheets')
      .where(isAmong('sheets.id', sheets))
      .select('sheets.print_run_id');
    result = result.where((eb) =>
      eb.or([hasTerm(texts, filters.search), eb('print_runs.id', 'in', printing)]),
    );
  }
  return result;
}

function toPrintRun(row: RowOf<typeof printRunRows>): PrintRun {
  return fromRow(PrintRun, row, {
    runNumber: formatRunNumber(row.run_number),
    closedBy: row.closer,
    withdrawnBy: row.withdrawer,
    document: documentOf(row),
    documentFailure: row.document_failure as Failure | null,
  });
}

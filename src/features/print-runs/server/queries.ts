import { sql } from 'kysely';
import { blanksAtHand } from '#features/stock/server/papers.ts';
import type { Actor, Scope } from '#platform/server/actor.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { PrintBatch, PrintRun, PrintRunDetail, PrintRunState, RunFilters, Sheet } from '../contract.ts';
import { formatRunNumber } from '../rules.ts';
import { newestFile } from './allowed-files.ts';
import { getPrinter, offsetOf } from './printers.ts';
import { findProof } from './proofs.ts';

/**
 * What waits to be printed, grouped as one run can take it, with the blanks that a run of this person would take: those
 * issued to them first, then those in store.
 */
export async function listPrintBatches(
  db: Db,
  { id, scope }: Pick<Actor, 'id' | 'scope'>,
): Promise<PrintBatch[]> {
  const waiting = await inScope(db, scope, 'certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .where('certificates.state', '=', 'to_print')
    .where('certificates.withheld_at', 'is', null)
    .groupBy(['papers.id', 'papers.name', 'papers.colour', 'applications.certificate_type', 'colleges.id'])
    .orderBy('papers.name')
    .orderBy('papers.colour')
    .orderBy('applications.certificate_type')
    .orderBy('colleges.code')
    .select([
      'papers.id as paperId',
      'papers.name as paper',
      'papers.colour',
      'applications.certificate_type as certificateType',
      'colleges.id as collegeId',
      'colleges.code as collegeCode',
      'colleges.name as collegeName',
    ])
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .execute();
  const stock = await blanksAtHand(db, id).execute();
  const stockOf = new Map(stock.map((row) => [row.paper_id, row]));
  const batches = new Map<string, PrintBatch>();
  for (const { collegeId, collegeCode, collegeName, waiting: count, ...kind } of waiting) {
    const key = `${kind.paperId} ${kind.certificateType}`;
    const batch = batches.get(key) ?? {
      ...kind,
      waiting: 0,
      inStore: stockOf.get(kind.paperId)?.in_store ?? 0,
      issuedToYou: stockOf.get(kind.paperId)?.held ?? 0,
      nextSerial: stockOf.get(kind.paperId)?.next_serial ?? null,
      colleges: [],
    };
    batch.waiting += count;
    batch.colleges.push({ id: collegeId, code: collegeCode, name: collegeName, waiting: count });
    batches.set(key, batch);
  }
  return [...batches.values()];
}

export async function listPrintRuns(db: Db, scope: Scope, input: RunFilters & PageRequest) {
  const page = await readPage(
    filtered(printRunRows(db, scope), input),
    {
      column: 'print_runs.prepared_at',
      type: 'timestamptz',
      id: 'print_runs.id',
      idType: 'uuid',
      direction: 'desc',
    },
    input,
  );
  return { rows: page.rows.map(toPrintRun), nextCursor: page.nextCursor };
}

export async function countPrintRuns(db: Db, scope: Scope, filters: RunFilters): Promise<{ count: number }> {
  return filtered(printRunRows(db, scope), filters)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function getPrintRun(
  desk: Pick<Services, 'db' | 'settings'>,
  scope: Scope,
  id: string,
): Promise<PrintRunDetail> {
  const { db } = desk;
  const row = await printRunRows(db, scope).where('print_runs.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('print_runs.not_found');
  const sheets = await inScope(db, scope, 'print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('print_runs.id', '=', id)
    .orderBy('sheets.position')
    .select([
      'sheets.id',
      'sheets.position',
      'sheets.copy_number',
      'sheets.outcome',
      'sheets.outcome_reason',
      'sheets.outcome_at',
      'sheets.cancelled_at',
      'certificates.id as certificate_id',
      'certificates.convocation_number',
      'applications.candidate_name',
      'applications.exam_roll_number',
      'colleges.code as college_code',
      'blanks.serial',
    ])
    .execute();
  return {
    ...toPrintRun(row),
    ...(await paperOf(desk, row)),
    sheets: sheets.map((sheet) => ({
      id: sheet.id,
      position: sheet.position,
      certificateId: sheet.certificate_id,
      convocationNumber: sheet.convocation_number,
      studentName: sheet.candidate_name,
      examRollNumber: sheet.exam_roll_number,
      collegeCode: sheet.college_code,
      blankSerial: sheet.serial,
      copyNumber: sheet.copy_number,
      outcome: sheet.outcome as Sheet['outcome'],
      outcomeReason: sheet.outcome_reason,
      outcomeAt: sheet.outcome_at?.toISOString() ?? null,
      cancelledAt: sheet.cancelled_at?.toISOString() ?? null,
    })),
  };
}

/** What the print file is composed for, how far it is, and the proof that it needs. */
async function paperOf(desk: Pick<Services, 'db' | 'settings'>, row: PrintRunRow) {
  const { printer_id: printerId, document_fingerprint: fingerprint } = row;
  const file = await newestFile(desk.db, row.id);
  const printer = printerId === null ? undefined : await getPrinter(desk.db, printerId);
  return {
    printer: printer ? { id: printer.id, code: printer.code, name: printer.name } : null,
    offset: offsetOf(row),
    file: file && { from: file.from, openedAt: file.openedAt?.toISOString() ?? null },
    composedCount: row.composed_count,
    proof: fingerprint === null ? null : await findProof(desk, fingerprint),
  };
}

/** What a run's row becomes when its print file is asked for anew: what a job is still composing is thrown away then. */
export function composedAnew({ composition }: { composition: number }) {
  return {
    composition: composition + 1,
    composed_count: 0,
    document_key: null,
    document_sha256: null,
    document_fingerprint: null,
    document_failure: null,
  };
}

/** The run's own row, locked until the transaction ends. */
export async function lockPrintRun(db: Db, scope: Scope, id: string) {
  const row = await inScope(db, scope, 'print_runs')
    .selectAll('print_runs')
    .where('print_runs.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('print_runs.not_found');
  return row;
}

export type LockedPrintRun = Awaited<ReturnType<typeof lockPrintRun>>;

/** Where the run's print file stands: a failure is told, and composing again clears it; it is removed once it is not served any more. */
export function documentOf(row: {
  state: string;
  document_key: string | null;
  document_failure: string | null;
}): PrintRun['document'] {
  if (row.document_key) return 'ready';
  if (row.state === 'withdrawn' || row.state === 'closed') return 'removed';
  return row.document_failure ? 'failed' : 'composing';
}

function printRunRows(db: Db, scope: Scope) {
  return inScope(db, scope, 'print_runs')
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
    .selectAll('print_runs')
    .select([
      'papers.name as paper_name',
      'papers.colour',
      'staff.name as operator_name',
      'closer.name as closer_name',
      'withdrawer.name as withdrawer_name',
      'colleges.code as college_code',
      'tally.sheet_count',
      'tally.good_count',
      'tally.spoilt_count',
      'tally.missing_count',
      'tally.open_at',
      'tally.first_serial',
      'tally.last_serial',
    ]);
}

type PrintRunRow = Awaited<ReturnType<ReturnType<typeof printRunRows>['executeTakeFirstOrThrow']>>;

function filtered(query: ReturnType<typeof printRunRows>, filters: RunFilters) {
  let result = query;
  if (filters.state === 'open') result = result.where('print_runs.state', 'in', ['prepared', 'printing']);
  else if (filters.state !== 'all') result = result.where('print_runs.state', '=', filters.state);
  if (filters.search) {
    const pattern = containing(filters.search);
    result = result.where((eb) =>
      eb.or([
        eb(sql`lower('r-' || lpad(print_runs.run_number::text, 6, '0'))`, 'like', pattern),
        eb(eb.fn('lower', ['staff.name']), 'like', pattern),
        eb(eb.fn('lower', ['papers.name']), 'like', pattern),
        eb(eb.fn('lower', ['papers.colour']), 'like', pattern),
      ]),
    );
  }
  return result;
}

function toPrintRun(row: PrintRunRow): PrintRun {
  return {
    id: row.id,
    runNumber: formatRunNumber(row.run_number),
    state: row.state as PrintRunState,
    paper: row.paper_name,
    colour: row.colour,
    certificateType: row.certificate_type,
    collegeCode: row.college_code,
    operator: row.operator_name,
    preparedAt: row.prepared_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closer_name,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnBy: row.withdrawer_name,
    sheetCount: row.sheet_count,
    goodCount: row.good_count,
    spoiltCount: row.spoilt_count,
    missingCount: row.missing_count,
    openAt: row.open_at,
    countedGood: row.counted_good,
    countedSpoilt: row.counted_spoilt,
    countedMissing: row.counted_missing,
    firstSerial: row.first_serial,
    lastSerial: row.last_serial,
    document: documentOf(row),
    documentFailure: row.document_failure,
    version: row.version,
  };
}

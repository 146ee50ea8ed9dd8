import { runNumber } from '#features/stock/server/ink-uses.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { Copy } from '../copy-contract.ts';
import type { SheetFacts } from '../sheet-facts.ts';

/** All sheets of a certificate, in the order in which they were bound to it. */
export async function listCopies(db: Db, certificateId: string): Promise<{ copies: Copy[] }> {
  await db
    .selectFrom('certificates')
    .select('certificates.id')
    .where('certificates.id', '=', certificateId)
    .executeTakeFirstOrThrow(() => domainError('certificates.not_found'));
  const rows = await sheetRows(db)
    .where('certificates.id', '=', certificateId)
    .orderBy('print_runs.prepared_at')
    .orderBy('print_runs.run_number')
    .execute();
  return { copies: rows.map(toCopy) };
}

/** One copy, with its run and paper. */
export async function getCopy(db: Db, key: { certificateId: string; copyId: string }) {
  const row = await sheetRows(db)
    .where('certificates.id', '=', key.certificateId)
    .where('sheets.id', '=', key.copyId)
    .executeTakeFirstOrThrow(() => domainError('certificates.copy_not_found'));
  return { ...toCopy(row), blankId: row.blank_id, paperId: row.paper_id, printRunId: row.print_run_id };
}

function sheetRows(db: Db) {
  return db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .leftJoin('staff', 'staff.id', 'sheets.outcome_by')
    .leftJoin('staff as canceller', 'canceller.id', 'sheets.cancelled_by')
    .leftJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .select([
      'sheets.id',
      'sheets.blank_id',
      'sheets.print_run_id',
      'sheets.copy_number',
      'sheets.outcome',
      'sheets.outcome_at as printed_at',
      'sheets.outcome_by as recorded_by_id',
      'sheets.outcome_reason',
      'sheets.superseded_at',
      'sheets.cancelled_at',
      'sheets.cancel_reason',
      'blanks.serial as blank_serial',
      'print_runs.paper_id',
      'print_runs.state as run_state',
      'print_runs.operator_id',
      'certificates.state as certificate_state',
      'staff.name as printed_by',
      'canceller.name as cancelled_by',
      'hand_overs.handed_over_at',
      runNumber.$notNull().as('run_number'),
      fileOf('sheet_facts.photo_file_id').$notNull().as('photo'),
      'sheet_facts.facts',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('reprint_requests')
            .whereRef('reprint_requests.sheet_id', '=', 'sheets.id')
            .where('reprinted_at', 'is', null)
            .where((open) => open('status', 'is distinct from', 'rejected')),
        )
        .as('has_open_reprint'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('signing_batch_sheets')
            .whereRef('signing_batch_sheets.sheet_id', '=', 'sheets.id')
            .where('signing_batch_sheets.outcome', 'is', null),
        )
        .as('is_out_for_signature'),
    );
}

function toCopy(row: RowOf<typeof sheetRows>): Copy {
  return fromRow(Copy, row, {
    state: stateOf(row),
    reason: row.outcome_reason ?? row.cancel_reason,
    isHandedOver: row.handed_over_at !== null,
    hasOpenReprint: Boolean(row.has_open_reprint),
    isOutForSignature: Boolean(row.is_out_for_signature),
    isRevoked: row.certificate_state === 'revoked',
    facts: row.facts as SheetFacts,
  });
}

function stateOf(row: RowOf<typeof sheetRows>): Copy['state'] {
  if (row.outcome === null) return 'in_run';
  if (row.outcome === 'spoilt' || row.outcome === 'missing') return row.outcome;
  if (row.cancelled_at !== null) return 'cancelled';
  return row.superseded_at === null ? 'printed' : 'superseded';
}

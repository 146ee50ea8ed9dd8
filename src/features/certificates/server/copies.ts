import { runNumber } from '#features/stock/server/ink-uses.ts';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope } from '#server/db/database.ts';
import { refusal } from '#server/refusal.ts';
import type { Copy } from '../copy-contract.ts';

/** Every sheet of a certificate in the order in which they were bound to it. */
export async function listCopies(db: Db, scope: Scope, certificateId: string): Promise<{ copies: Copy[] }> {
  const certificate = await inScope(db, scope, 'certificates')
    .select('certificates.id')
    .where('certificates.id', '=', certificateId)
    .executeTakeFirst();
  if (!certificate) throw refusal('certificates.not_found');
  const rows = await sheetRows(db, scope)
    .where('certificates.id', '=', certificateId)
    .orderBy('print_runs.prepared_at')
    .orderBy('print_runs.run_number')
    .execute();
  return { copies: rows.map(toCopy) };
}

function sheetRows(db: Db, scope: Scope) {
  return inScope(db, scope, 'certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .leftJoin('staff', 'staff.id', 'sheets.outcome_by')
    .select([
      'sheets.id',
      'sheets.copy_number',
      'sheets.outcome',
      'sheets.outcome_at',
      'sheets.spoil_reason',
      'sheets.superseded_at',
      'blanks.serial',
      'staff.name as printed_by',
      runNumber.$notNull().as('run_number'),
    ]);
}

type SheetRow = Awaited<ReturnType<ReturnType<typeof sheetRows>['executeTakeFirstOrThrow']>>;

function toCopy(row: SheetRow): Copy {
  return {
    id: row.id,
    copyNumber: row.copy_number,
    blankSerial: row.serial,
    runNumber: row.run_number,
    state: stateOf(row),
    printedAt: row.outcome_at?.toISOString() ?? null,
    printedBy: row.printed_by,
    spoilReason: row.spoil_reason,
    supersededAt: row.superseded_at?.toISOString() ?? null,
  };
}

function stateOf(row: SheetRow): Copy['state'] {
  if (row.outcome === null) return 'in_run';
  if (row.outcome === 'spoilt') return 'spoilt';
  return row.superseded_at === null ? 'printed' : 'superseded';
}

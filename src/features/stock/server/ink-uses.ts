import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import type { Search } from '#shared/fields.ts';
import { InkUse } from '../ink-contract.ts';

export function withAllRuns(db: Db): Db {
  return unscoped(db, 'Stock belongs to no college, so everybody at it sees the numbers of all runs.');
}

/** Such as `R-000012`; null if there is no run in the join. */
export const runNumber = numberTextOf('run', 'print_runs.run_number').$castTo<string | null>();

export const inkUses = listQueries({
  order: newestFirst('ink_uses.recorded_at', 'ink_uses.id'),
  rows: (db, { search }: Search) =>
    withAllRuns(db)
      .selectFrom('ink_uses')
      .innerJoin('inks', 'inks.id', 'ink_uses.ink_id')
      .innerJoin('staff', 'staff.id', 'ink_uses.recorded_by')
      .leftJoin('print_runs', 'print_runs.id', 'ink_uses.print_run_id')
      .leftJoin('printers', 'printers.id', 'print_runs.printer_id')
      .where(hasTerm(sql`inks.name, inks.code, inks.colour, ${runNumber}, staff.name, printers.name`, search))
      .selectAll('ink_uses')
      .select([
        'ink_uses.recorded_at as at',
        'staff.name as by',
        'inks.name as ink',
        'inks.code',
        'inks.colour',
        'inks.unit',
        'printers.name as printer',
        runNumber.as('run_number'),
      ]),
  record: (row) => fromRow(InkUse, row),
});

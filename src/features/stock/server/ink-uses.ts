import { sql } from 'kysely';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import type { InkUnit, InkUse, InkUseFilters, ListInkUsesInput } from '../ink-contract.ts';

export async function listInkUses(db: Db, input: ListInkUsesInput) {
  const order = {
    column: 'ink_uses.recorded_at',
    type: 'timestamptz',
    id: 'ink_uses.id',
    idType: 'uuid',
    direction: 'desc',
  } as const;
  const page = await readPage(inkUseRows(db).where(matching(input)), order, input);
  return { rows: page.rows.map(toInkUse), nextCursor: page.nextCursor };
}

export async function countInkUses(db: Db, filters: InkUseFilters): Promise<{ count: number }> {
  return inkUseRows(db)
    .where(matching(filters))
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

/** Ink, code, colour, run and who recorded it. */
function matching({ search }: InkUseFilters) {
  if (!search) return sql<boolean>`true`;
  return sql<boolean>`lower(concat_ws(E'\n', inks.name, inks.code, inks.colour, ${runNumber}, staff.name)) like ${containing(search)}`;
}

function inkUseRows(db: Db) {
  return unscoped(db)
    .selectFrom('ink_uses')
    .innerJoin('inks', 'inks.id', 'ink_uses.ink_id')
    .innerJoin('staff', 'staff.id', 'ink_uses.recorded_by')
    .leftJoin('print_runs', 'print_runs.id', 'ink_uses.print_run_id')
    .selectAll('ink_uses')
    .select([
      'inks.name',
      'inks.code',
      'inks.colour',
      'inks.unit',
      'inks.sheets_per_unit',
      'staff.name as recorder',
      runNumber.as('run_number'),
    ]);
}

/** `R-000012`, as the print room writes it; of a joined run that may be missing. */
export const runNumber = sql<string | null>`'R-' || lpad(print_runs.run_number::text, 6, '0')`;

type UseRow = Awaited<ReturnType<ReturnType<typeof inkUseRows>['executeTakeFirstOrThrow']>>;

function toInkUse(row: UseRow): InkUse {
  return {
    id: row.id,
    at: row.recorded_at.toISOString(),
    by: row.recorder,
    ink: row.name,
    code: row.code,
    colour: row.colour,
    unit: row.unit as InkUnit,
    quantity: row.quantity,
    runNumber: row.run_number,
    fromDay: row.from_day,
    toDay: row.to_day,
    sheets: row.sheets,
    sheetsPerUnit: row.sheets_per_unit,
    remarks: row.remarks,
  };
}

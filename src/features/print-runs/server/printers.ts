import { sql } from 'kysely';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Offset, Printer, PrinterFilters } from '../printer-contract.ts';

/** Printers belong to the print room, which is the whole university's: no scope. */
export async function listPrinters(db: Db, input: PrinterFilters & PageRequest) {
  const order = {
    column: 'printers.code',
    type: 'text',
    id: 'printers.id',
    idType: 'uuid',
    direction: 'asc',
  } as const;
  const page = await readPage(matching(db, input).selectAll('printers').select(operatorsOf), order, input);
  return { rows: page.rows.map(toPrinter), nextCursor: page.nextCursor };
}

export async function countPrinters(db: Db, filters: PrinterFilters): Promise<{ count: number }> {
  return matching(db, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

/** The printer's own row, locked until the transaction ends. */
export async function lockPrinter(db: Db, id: string) {
  const row = await db.selectFrom('printers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw domainError('printers.not_found');
  return row;
}

export async function getPrinter(db: Db, id: string) {
  const row = await db.selectFrom('printers').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw domainError('printers.not_found');
  return row;
}

/** The printer whose code the person carries. */
export async function findPrinterOf(db: Db, staffId: string) {
  return db
    .selectFrom('printers')
    .innerJoin('staff', (join) => join.on(sql`lower(staff.printer_code)`, '=', sql`lower(printers.code)`))
    .where('staff.id', '=', staffId)
    .selectAll('printers')
    .executeTakeFirst();
}

/** PostgreSQL gives a numeric as text, so that nothing is lost; tenths of a millimetre lose nothing. */
export function offsetOf(row: { x_offset_mm: string; y_offset_mm: string }): Offset {
  return { xMm: Number(row.x_offset_mm), yMm: Number(row.y_offset_mm) };
}

function matching(db: Db, { search }: PrinterFilters) {
  const printers = unscoped(db).selectFrom('printers');
  if (!search) return printers;
  const pattern = containing(search);
  return printers.where(sql<boolean>`lower(printers.code || E'\n' || printers.name) like ${pattern}`);
}

const operatorsOf = sql<string[]>`array(
  select staff.name from staff where lower(staff.printer_code) = lower(printers.code) order by staff.name
)`.as('operators');

type PrinterRow = Awaited<ReturnType<typeof getPrinter>> & { operators: string[] };

function toPrinter(row: PrinterRow): Printer {
  const { id, code, name, operators, version } = row;
  return { id, code, name, ...offsetOf(row), operators, version };
}

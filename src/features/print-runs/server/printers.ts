import { type Selectable, sql } from 'kysely';
import { commandOf } from '#platform/server/command.ts';
import { containing, type Db, fromRow, unscoped } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import type { Printers } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Search } from '#shared/fields.ts';
import { type Offset, Printer, type PrinterEntry, type printersContract } from '../printer-contract.ts';

export const printerCommand = commandOf<typeof printersContract>();

/** Printers belong to the print room of the whole university: no scope. */
export const printers = listQueries({
  order: { column: 'printers.code', type: 'text', id: 'printers.id', idType: 'uuid', direction: 'asc' },
  rows: (db, _scope, { search }: Search) => {
    const rows = unscoped(db).selectFrom('printers').selectAll('printers').select(operatorsOf);
    const text = sql`lower(printers.code || E'\n' || printers.name)`;
    return search ? rows.where(text, 'like', containing(search)) : rows;
  },
  record: (row) => fromRow(Printer, row, offsetOf(row)),
});

/** The printer's row; `forUpdate` locks it until the transaction ends. */
export async function getPrinter(db: Db, id: string, { forUpdate = false } = {}) {
  return db
    .selectFrom('printers')
    .selectAll()
    .where('id', '=', id)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => domainError('printers.not_found'));
}

/** The printer whose code the person has. */
export async function findPrinterOf(db: Db, staffId: string) {
  return db
    .selectFrom('printers')
    .innerJoin('staff', (join) => join.on(sql`lower(staff.printer_code)`, '=', sql`lower(printers.code)`))
    .where('staff.id', '=', staffId)
    .selectAll('printers')
    .executeTakeFirst();
}

/** PostgreSQL returns numeric as text to keep its precision; tenths of a millimetre lose nothing as numbers. */
export function offsetOf(row: Pick<Selectable<Printers>, 'x_offset_mm' | 'y_offset_mm'>): Offset {
  return { xMm: Number(row.x_offset_mm), yMm: Number(row.y_offset_mm) };
}

export function printerColumns({ code, name, xMm, yMm }: PrinterEntry) {
  return { code, name, x_offset_mm: xMm, y_offset_mm: yMm };
}

const operatorsOf = sql<string[]>`array(
  select staff.name from staff where lower(staff.printer_code) = lower(printers.code) order by staff.name
)`.as('operators');

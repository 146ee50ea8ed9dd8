import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import type { PrintRuns } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Offset } from '../printer-contract.ts';

export async function getPrinter(db: Db, id: string) {
  return db
    .selectFrom('printers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('printers.not_found'));
}

/** The printer whose code the person has. */
export async function findPrinterOf(db: Db, staffId: string) {
  return (
    db
      .selectFrom('printers')
      .innerJoin('staff', (join) =>
        join.on(hasKey('printers.code_key', identityKey(sql.ref('staff.printer_code')))),
      )
      .where('staff.id', '=', staffId)
      // Of two that fall together, the one whose code is written so.
      .orderBy((eb) => eb('printers.code', '=', eb.ref('staff.printer_code')), 'desc')
      .orderBy('printers.code_key')
      .selectAll('printers')
      .executeTakeFirst()
  );
}

/** PostgreSQL returns numeric as text to keep its precision; tenths of a millimetre lose nothing as numbers. */
export function offsetOf(run: Pick<Selectable<PrintRuns>, 'x_offset_mm' | 'y_offset_mm'>): Offset {
  return { xMm: Number(run.x_offset_mm), yMm: Number(run.y_offset_mm) };
}

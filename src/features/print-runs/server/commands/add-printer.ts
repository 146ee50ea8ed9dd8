import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { PrinterEntry } from '../../printer-contract.ts';
import { printerCan } from '../../rules.ts';
import { printerColumns } from '../printers.ts';

/** Adds a printer of the print room. That its code is free is for the constraint to say. */
export const addPrinter = command('addPrinter', async ({ db, actor, audit }, entry: PrinterEntry) => {
  assertAllowed(printerCan.change({ isOfOneCollege: actor.scope.collegeId !== null }));

  const id = uuid();
  await db
    .insertInto('printers')
    .values({ id, ...printerColumns(entry) })
    .execute();

  audit({ event: 'printers.added', record: { type: 'printer', id, label: entry.code }, after: entry });
  return { id };
});

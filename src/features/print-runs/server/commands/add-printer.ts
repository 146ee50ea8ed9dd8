import { v7 as uuid } from 'uuid';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { printerCan } from '../../rules.ts';
import { printerColumns, printerCommand } from '../printers.ts';

/** Adds a printer. A constraint ensures that its code is unique. */
export const addPrinter = printerCommand('addPrinter', async ({ db, actor, audit }, entry) => {
  assertAllowed(printerCan.change({ isOfOneCollege: actor.scope.collegeId !== null }));

  const id = uuid();
  await db
    .insertInto('printers')
    .values({ id, ...printerColumns(entry) })
    .execute();

  audit({ event: 'printers.added', record: { type: 'printer', id, label: entry.code }, after: entry });
  return { id };
});

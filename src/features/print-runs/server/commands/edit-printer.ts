import { assertVersion, changesBetween, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { printerCan } from '../../rules.ts';
import { getPrinter, offsetOf, printerColumns, printerCommand } from '../printers.ts';

/** Changes a printer. Composed print files keep their offset. */
export const editPrinter = printerCommand(
  'editPrinter',
  async ({ db, actor, audit }, { id, version, ...entry }) => {
    const printer = await getPrinter(db, id, { forUpdate: true });
    assertAllowed(printerCan.change({ isOfOneCollege: actor.scope.collegeId !== null }));
    await assertVersion(db, { type: 'printer', row: printer }, version);

    const changed = await updateRow(db, 'printers', printer, printerColumns(entry));

    audit({
      event: 'printers.edited',
      record: { type: 'printer', id, label: entry.code },
      ...changesBetween({ ...printer, ...offsetOf(printer) }, entry),
    });
    return changed;
  },
);

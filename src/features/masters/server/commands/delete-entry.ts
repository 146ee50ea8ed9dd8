import { assertVersion, command } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { nameOfEntry } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { entryCan } from '../../rules.ts';
import { entryOfRow, lockEntry } from '../queries.ts';

/** Deletes an entry that no record uses; the audit log keeps what it was. */
export function deleteEntry(master: AnyMaster) {
  const { name } = master;
  return command(`${name}.deleteEntry`, async ({ db, audit }, input: { id: string; version: number }) => {
    const row = await lockEntry(db, master, input.id);
    assertAllowed(entryCan.delete(row));
    await assertVersion(db, { type: name, row }, input.version);

    await unscoped(db).deleteFrom(name).where('id', '=', row.id).execute();

    audit({
      event: `${name}.deleted`,
      record: { type: name, id: row.id, label: nameOfEntry(master, row) },
      before: entryOfRow(master, row),
    });
    return {};
  });
}

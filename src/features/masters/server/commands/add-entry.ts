import type { InsertObject } from 'kysely';
import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { MasterEntry } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { entryColumns } from '../queries.ts';

/** A key that another entry has is refused by the constraint, at its field. */
export function addEntry({ name, key }: AnyMaster) {
  return command(`${name}.addEntry`, async ({ db, audit }, entry: MasterEntry) => {
    const id = uuid();
    // The declaration's fields are the table's columns.
    const columns = { id, ...entryColumns(entry) } as InsertObject<DB, typeof name>;
    await unscoped(db).insertInto(name).values(columns).execute();

    audit({
      event: `${name}.added`,
      record: { type: name, id, label: String(entry[key]) },
      after: entry,
    });
    return { id };
  });
}

import type { InsertObject } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { entryColumns } from '#platform/server/db/declared-columns.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import { nameOfEntry } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { assertOwnUploads } from '../own-uploads.ts';

export function addEntry(master: AnyMaster) {
  return command(`${master.name}.addEntry`, async (transaction, entry: DeclaredEntry) => {
    await assertOwnUploads(transaction, master, entry);
    return recordEntry(transaction, master, entry);
  });
}

/** What the command does, and a pack without a person. A key that another entry has is refused by the constraint, at its field. */
export async function recordEntry(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  master: AnyMaster,
  entry: DeclaredEntry,
): Promise<{ id: string }> {
  const { name } = master;
  const id = uuid();
  // The declaration's fields are the table's columns.
  const columns = { id, ...entryColumns(entry) } as InsertObject<DB, typeof name>;
  await unscoped(db).insertInto(name).values(columns).execute();

  audit({
    event: `${name}.added`,
    record: { type: name, id, label: nameOfEntry(master, entry) },
    after: entry,
  });
  return { id };
}

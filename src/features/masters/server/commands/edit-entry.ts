import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  command,
  updateRow,
} from '#platform/server/command.ts';
import { entryColumns } from '#platform/server/db/declared-columns.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import { type MasterRow, nameOfEntry } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { entryCan } from '../../rules.ts';
import { assertOwnUploads } from '../own-uploads.ts';
import { entryOfRow, lockEntry } from '../queries.ts';

type Edit = { id: string; version: number; entry: DeclaredEntry };

export function editEntry(master: AnyMaster) {
  const { name } = master;
  return command(`${name}.editEntry`, async (transaction, { id, version, entry }: Edit) => {
    const { db } = transaction;
    const row = await lockEntry(db, master, id);
    assertAllowed(entryCan.change(master, row, entry));
    await assertVersion(db, { type: name, row }, version);
    await assertOwnUploads(transaction, master, entry, entryOfRow(master, row));
    return changeEntry(transaction, master, row, entry);
  });
}

/** Writes to a locked entry; a pack does without a person. */
export async function changeEntry(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  master: AnyMaster,
  row: MasterRow,
  entry: DeclaredEntry,
): Promise<{ version: number }> {
  const { name } = master;
  const changed = await updateRow(db, name, row, entryColumns(entry));

  audit({
    event: `${name}.edited`,
    record: { type: name, id: row.id, label: nameOfEntry(master, entry) },
    ...changesBetween(entryOfRow(master, row), entry),
  });
  return changed;
}

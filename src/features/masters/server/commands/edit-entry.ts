import { assertVersion, changesBetween, command, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { MasterEntry } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { entryCan } from '../../rules.ts';
import { entryColumns, lockEntry } from '../queries.ts';

type Edit = { id: string; version: number; entry: MasterEntry };

export function editEntry(master: AnyMaster) {
  const { name, key } = master;
  return command(`${name}.editEntry`, async ({ db, audit }, { id, version, entry }: Edit) => {
    const row = await lockEntry(db, master, id);
    assertAllowed(entryCan.change(row, entry, key));
    await assertVersion(db, { type: name, row }, version);

    const changed = await updateRow(db, name, row, entryColumns(entry));

    audit({
      event: `${name}.edited`,
      record: { type: name, id, label: String(entry[key]) },
      ...changesBetween<MasterEntry>(row as MasterEntry, entry),
    });
    return changed;
  });
}

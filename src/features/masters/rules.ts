import type { DeclaredEntry } from '#shared/declared-field.ts';
import type { MasterRow } from '#shared/masters/master.ts';

/** What may happen to an entry of a master, seen from the records that name it. */
export const entryCan = {
  delete({ isUsed }: Pick<MasterRow, 'isUsed'>) {
    return isUsed ? 'masters.in_use' : true;
  },
  /** What is printed of it stays what was printed. */
  change(row: MasterRow, entry: DeclaredEntry, key: readonly string[]) {
    return row.isUsed && key.some((name) => entry[name] !== row[name]) ? 'masters.key_in_use' : true;
  },
} as const;

import type { DeclaredEntry } from '#shared/declared-field.ts';
import type { Master, MasterRow } from '#shared/masters/master.ts';

/** What may happen to an entry of a master, seen from the records that name it. */
export const entryCan = {
  addTo({ isSingle }: Pick<Master, 'isSingle'>, count: number) {
    return isSingle && count > 0 ? 'masters.single' : true;
  },
  delete({ isUsed }: Pick<MasterRow, 'isUsed'>) {
    return isUsed ? 'masters.in_use' : true;
  },
  /** What is printed of it stays what was printed. */
  change(master: Pick<Master, 'key' | 'isSingle'>, row: MasterRow, entry: DeclaredEntry) {
    const isNamedAnew = master.key.some((name) => entry[name] !== row[name]);
    return isNamedAnew && keepsKey(master, row) ? 'masters.key_in_use' : true;
  },
} as const;

/** Records know it by its key. The only entry is known without: a university may be named anew. */
export function keepsKey(
  { isSingle }: Pick<Master, 'isSingle'>,
  { isUsed }: Pick<MasterRow, 'isUsed'>,
): boolean {
  return isUsed && !isSingle;
}

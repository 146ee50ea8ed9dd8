import type { StaffCaller } from '#dev/testing/portal.ts';
import { columnsOfFields } from '#features/imports/declared-columns.ts';
import { masters } from '#features/masters/declared/masters.ts';
import type { MasterName } from '#features/masters/declared/named-masters.ts';
import {
  blankOf,
  type DeclaredEntry,
  type DeclaredFields,
  type EntryOf,
  mapFields,
} from '#shared/declared-field.ts';

/** Declared fields as somebody would type them: their own examples. */
export function examplesOf<Fields extends DeclaredFields>(fields: Fields): EntryOf<Fields> {
  const columns = columnsOfFields(fields);
  const values = columns.map(({ field, rule, example }) => [field, rule.parse(example)]);
  return { ...mapFields(fields, blankOf), ...Object.fromEntries(values) } as EntryOf<Fields>;
}

export function exampleEntry(name: MasterName): DeclaredEntry {
  return examplesOf<DeclaredFields>(masters[name].fields);
}

/** Of a master that has one entry at most, the one that is there goes. */
export async function makeRoom({ api }: StaffCaller, name: MasterName): Promise<void> {
  if (!masters[name].isSingle) return;
  for (const { id, version } of (await api[name].listEntries({})).rows)
    await api[name].deleteEntry({ id, version });
}

import {
  columnKindOf,
  type DeclaredEntry,
  type DeclaredField,
  type DeclaredFields,
  type FieldValue,
  mapFields,
  plainOf,
  textOf,
} from '../declared-field.ts';
import type { LayoutColumn, ListLayout } from '../list-layout.ts';
import { type MasterName, type NamedMaster, namedMasters } from './named-masters.ts';

export type MasterRow = {
  id: string;
  version: number;
  /** Records name it: it can neither be deleted nor change its key, unless it is the only one. */
  isUsed: boolean;
  [field: string]: FieldValue | boolean;
};

type Declaration = {
  fields: DeclaredFields;
  /** The fields that name an entry: no two agree in all of them, in any letters, and an upload knows its entries by them. */
  key: readonly [string, ...string[]];
  /**
   * The columns of other tables that name an entry by its id, or by what the field `by` says; without a column each record uses
   * it. Or the entry's own column keeps that it was used.
   */
  usedBy?: readonly { table: string; column?: string; by?: string }[] | 'is_used';
  /** It decides what a sheet says or what is paid: from the first application on a second person confirms each change. */
  fourEyes?: boolean;
  /** There is one entry at most, such as the university itself. */
  isSingle?: boolean;
  /** Its key may change while records use it: they know it by its id, or take the new one along. */
  mayBeRenamed?: boolean;
};

export type Master<Name extends string = string> = Required<Declaration> &
  NamedMaster & {
    name: Name;
    layout: ListLayout<MasterRow>;
  };

/**
 * Declares a master: list, form, upload, export, permissions (`courses:read`, `courses:edit`), audit events
 * (`courses.added` …) and screens follow. Its table has its name, a field stands in the column of its own (`contactNumber`
 * in `contact_number`), and the key has the unique index `<master>__<first column>_unique`.
 */
export function master<Name extends MasterName>(
  name: Name,
  { usedBy = [], isSingle = false, mayBeRenamed = isSingle, fourEyes = false, ...declared }: Declaration,
): Master<Name> {
  return {
    ...namedMasters[name],
    ...declared,
    name,
    usedBy,
    isSingle,
    mayBeRenamed,
    fourEyes,
    layout: { name, columns: mapFields(declared.fields, columnOf) },
  };
}

/** Whether a list is sorted by it: several values and several languages have no order. */
export function isSorted({ kind }: DeclaredField): boolean {
  return kind !== 'choices' && kind !== 'scripts' && kind !== 'file';
}

/** How an entry is called: `Registrar, 01/06/2024`. */
export function nameOfEntry(
  { key, fields }: Pick<Master, 'key' | 'fields'>,
  entry: DeclaredEntry | MasterRow,
): string {
  const parts = key.map((name) => textOf(fields[name]!, (entry[name] ?? '') as FieldValue));
  return parts.filter((part) => part !== '').join(', ');
}

function columnOf(field: DeclaredField, name: string): LayoutColumn<MasterRow> {
  const { label, width, card } = field;
  return {
    header: label,
    kind: columnKindOf(field),
    width,
    card,
    ...(isSorted(field) && { sortKey: name }),
    value: (row) => plainOf(field, row[name] as FieldValue),
  };
}

import {
  columnKindOf,
  type DeclaredEntry,
  type DeclaredField,
  type DeclaredFields,
  type FieldValue,
  mapFields,
  plainOf,
  textOf,
} from '#shared/declared-field.ts';
import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { type MasterName, type NamedMaster, namedMasters } from './named-masters.ts';

export type MasterRow = {
  id: string;
  version: number;
  /** Records refer to it: it cannot be deleted, and its key cannot change unless `mayBeRenamed`. */
  isUsed: boolean;
  [field: string]: FieldValue | boolean;
};

type Declaration = {
  fields: DeclaredFields;
  /** The fields that identify an entry: unique together, case-insensitively; uploads match entries by them. */
  key: readonly [string, ...string[]];
  /**
   * The columns of other tables that refer to an entry by id, or by the field `by`; without a column, every record uses
   * it. Or 'is_used': the entry's own column records that it was used.
   */
  usedBy?: readonly { table: string; column?: string; by?: string }[] | 'is_used';
  /** It affects certificates or payments: from the first application on, a second person confirms each change. */
  fourEyes?: boolean;
  /** It has at most one entry, such as the university itself. */
  isSingle?: boolean;
  /** Its key may change while records use it: they refer to it by id, or are updated with it. */
  mayBeRenamed?: boolean;
};

export type Master<Name extends string = string> = Required<Declaration> &
  NamedMaster & {
    name: Name;
    layout: ListLayout<MasterRow>;
  };

/**
 * Declares a master: list, form, upload, export, permissions (`courses:read`, `courses:edit`), audit events
 * (`courses.added` …) and screens derive from it. Its table has its name, each field its own column (`contactNumber` in
 * `contact_number`), and the key the unique index `<master>__<first column>_unique`.
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

/** Whether a list can be sorted by it: multiple values and translations have no order; decimals are few. */
export function isSorted({ kind }: DeclaredField): boolean {
  return kind !== 'choices' && kind !== 'decimal' && kind !== 'scripts' && kind !== 'file';
}

/** The display name of an entry: `Registrar, 01/06/2024`. */
export function nameOfEntry(
  { key, fields }: Pick<Master, 'key' | 'fields'>,
  entry: DeclaredEntry | MasterRow,
): string {
  const parts = key.map((name) => textOf(fields[name]!, (entry[name] ?? '') as FieldValue));
  return parts.filter((part) => part !== '').join(', ');
}

function columnOf(field: DeclaredField, name: string): LayoutColumn<MasterRow> {
  return {
    header: field.label,
    kind: columnKindOf(field),
    card: field.card,
    ...(isSorted(field) && { sortKey: name }),
    ...(field.kind === 'file' && { isFile: true }),
    value: (row) => plainOf(field, row[name] as FieldValue),
  };
}

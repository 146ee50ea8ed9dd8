import { invalidInput } from '#platform/server/domain-error.ts';
import {
  blankOf,
  crossFieldErrors,
  type DeclaredEntry,
  type DeclaredField,
  type DeclaredFields,
  type EntryOf,
  type FieldValue,
  isBlank,
  mapFields,
} from '#shared/declared-field.ts';
import { toRow } from './database.ts';

export function columnsOf<Fields extends DeclaredFields>(
  fields: Fields,
): Record<keyof Fields & string, string> {
  const byColumn = toRow(mapFields(fields, (_field, name) => name));
  const names = Object.entries(byColumn).map(([column, name]) => [name, column]);
  return Object.fromEntries(names) as Record<keyof Fields & string, string>;
}

/** Entered values as columns of the row; blank becomes null. */
export function entryColumns<Entry extends DeclaredEntry>(entry: Entry) {
  const values = Object.entries(entry).map(([name, value]) => [name, isBlank(value) ? null : value]);
  return toRow(Object.fromEntries(values) as { [Name in keyof Entry]: Exclude<Entry[Name], ''> | null });
}

/** The columns as form values. */
export function entryOf<Fields extends DeclaredFields>(fields: Fields, row: object): EntryOf<Fields> {
  const columns = new Map<string, unknown>(Object.entries(row));
  const names = columnsOf(fields);
  return mapFields(fields, (field, name) => valueIn(field, columns.get(names[name]))) as EntryOf<Fields>;
}

/** Throws cross-field errors of an entry, each at its field. */
export function assertNoCrossFieldErrors(fields: DeclaredFields, entry: DeclaredEntry): void {
  const faults = crossFieldErrors(fields, entry);
  if (faults.length > 0)
    throw invalidInput(
      faults.map(({ name, sentence }) => ({ path: name, code: 'request.invalid_field', message: sentence })),
    );
}

/** The driver returns `numeric` as text. */
function valueIn(field: DeclaredField, value: unknown): FieldValue {
  if (value === null || value === undefined) return blankOf(field);
  return field.kind === 'decimal' ? Number(value) : (value as FieldValue);
}

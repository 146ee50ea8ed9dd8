import { masters } from '#features/masters/declared/masters.ts';
import type { MasterName } from '#features/masters/declared/named-masters.ts';
import { toRow } from '#platform/server/db/database.ts';
import { type FieldValue, isBlank } from '#shared/declared-field.ts';
import { declaredFields, expectedColumns, type ImportKind, importKinds } from '../contract.ts';

export type StagedValues = Record<string, FieldValue | null>;

const ownColumns = importKinds.flatMap((kind) =>
  expectedColumns[kind].flatMap(({ field }) => (field in declaredFields[kind] ? [] : [field])),
);

/** The values of an empty row: every column of students and colleges, and `entry` for declared fields. */
export const noValues: Readonly<Record<string, null>> = Object.fromEntries(
  [...ownColumns, 'entry'].map((column) => [column, null]),
);

/** The values of a row as staged: declared fields as JSON by column, and the key of a master. */
export function stagedValues(kind: ImportKind, values: StagedValues): StagedValues {
  const staged: StagedValues = { ...noValues };
  const declared: StagedValues = {};
  for (const [field, value] of Object.entries(values)) {
    if (!(field in declaredFields[kind])) staged[field] = value;
    else if (value !== null && !isBlank(value)) declared[field] = value;
  }
  if (Object.keys(declared).length > 0) staged.entry = JSON.stringify(toRow(declared));
  if (isMaster(kind)) staged.code = keyOf(masters[kind].key.map((field) => values[field] ?? ''));
  return staged;
}

function isMaster(kind: ImportKind): kind is MasterName {
  return Object.hasOwn(masters, kind);
}

/** Separates the parts of a staged key. */
export const keySeparator = ' / ';

function keyOf(parts: readonly FieldValue[]): string | null {
  return parts[0] === '' ? null : parts.join(keySeparator);
}

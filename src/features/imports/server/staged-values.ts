import { toRow } from '#platform/server/db/database.ts';
import { type FieldValue, isBlank } from '#shared/declared-field.ts';
import { masters } from '#shared/masters/masters.ts';
import type { MasterName } from '#shared/masters/named-masters.ts';
import { declaredFields, type ImportKind, importKinds, wantedColumns } from '../contract.ts';

export type StagedValues = Record<string, FieldValue | null>;

const ownColumns = importKinds.flatMap((kind) =>
  wantedColumns[kind].flatMap(({ field }) => (field in declaredFields[kind] ? [] : [field])),
);

/** The values of a row that says nothing: each column of students and colleges once, and the declared fields. */
export const noValues: Readonly<Record<string, null>> = Object.fromEntries(
  [...ownColumns, 'entry'].map((column) => [column, null]),
);

/** The values of a row as they are staged: declared fields as JSON by column, with the key of a master beside it. */
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

/** Whether the upload is of a master. */
function isMaster(kind: ImportKind): kind is MasterName {
  return Object.hasOwn(masters, kind);
}

/** Between the parts of a key, as it is staged. */
export const keySeparator = ' / ';

function keyOf(parts: readonly FieldValue[]): string | null {
  return parts[0] === '' ? null : parts.join(keySeparator);
}

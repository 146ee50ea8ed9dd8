import type { ImportKind } from '#features/imports/contract.ts';
import { toRow } from '#platform/server/db/database.ts';
import { type MasterName, masters } from '#shared/masters/masters.ts';

type Values = Record<string, string | number | null>;

/** Whether the upload is of a master. */
export function isMaster(kind: ImportKind): kind is MasterName {
  return Object.hasOwn(masters, kind);
}

/** A row as it is staged: its key, and the whole as JSON by column. */
export function entryOf(name: MasterName, values: Values): Values {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const entry = JSON.stringify(toRow(Object.fromEntries(given)));
  return { entry, code: values[masters[name].key] ?? null };
}

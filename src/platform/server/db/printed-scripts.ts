import { type FieldValue, unprintableIn } from '#shared/declared-field.ts';
import { type PrintedScript, type Unprintable, usualScripts } from '#shared/printed-scripts.ts';
import { type FieldError, fieldError, invalidInput } from '../domain-error.ts';
import type { Db } from './database.ts';

/** The scripts besides Latin that the university chose for its certificates. */
export async function findScripts(db: Db): Promise<readonly PrintedScript[]> {
  const row = await db.selectFrom('university').select('scripts').executeTakeFirst();
  return (row?.scripts as PrintedScript[] | undefined) ?? usualScripts;
}

/**
 * Throws, at each field, the first letter that the university's certificates cannot print. Values are texts, or texts by
 * language.
 */
export async function assertPrintable(
  db: Db,
  values: Readonly<Record<string, FieldValue | null | undefined>>,
): Promise<void> {
  // Most texts are Latin and need no look at the university.
  if (faultsOf(values, []).length === 0) return;
  const scripts = await findScripts(db);
  const faults = faultsOf(values, scripts);
  if (faults.length === 0) return;
  throw invalidInput(
    faults.map(
      ({ path, found }): FieldError => fieldError(path, 'request.unprintable', { ...found, scripts }),
    ),
  );
}

function faultsOf(
  values: Parameters<typeof assertPrintable>[1],
  scripts: readonly PrintedScript[],
): { path: string; found: Unprintable }[] {
  return Object.entries(values).flatMap(([path, value]) => {
    const found = unprintableIn(value ?? '', scripts);
    return found ? [{ path, found }] : [];
  });
}

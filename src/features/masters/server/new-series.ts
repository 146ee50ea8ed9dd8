import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { Db } from '#platform/server/db/database.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { masters } from '../declared/masters.ts';
import type { Change } from './entities.ts';
import { listUsedSeries } from './number-series.ts';
import { entryOfRow, listEntries } from './queries.ts';

const { certificate_types: types } = masters;
const maximumNameLength = 100;

/**
 * Changing the pattern or scope of a series that has given numbers starts a new series: it takes over the name and the
 * certificate types, and counts from 1 unless another number is set. The old series is renamed to include its pattern.
 */
export async function withNewSeries<Changed extends Change>(
  db: Db,
  changes: readonly Changed[],
): Promise<Changed[]> {
  const edited = changes.filter(({ entity, action }) => entity === 'number_series' && action === 'edit');
  if (edited.length === 0) return [...changes];
  const counting = await listUsedSeries(db);
  const begun = new Set<Change>(
    edited.filter((change) => counting.has(change.id) && startsNewSeries(change)),
  );
  if (begun.size === 0) return [...changes];
  const rows = await listEntries(db, types);
  const isWritten = (id: string) => changes.some((change) => change.id === id);
  return changes.flatMap((change) => {
    if (!begun.has(change) || change.action !== 'edit') return change;
    const { before, after } = change;
    const label = calledByPattern(before);
    const nextNumber = after.nextNumber === before.nextNumber ? 1 : after.nextNumber;
    const { version: _version, before: _before, ...added } = change;
    const own = rows.filter(({ id, numberSeries }) => numberSeries === before.name && !isWritten(id));
    return [
      { ...change, label, after: { ...before, name: label } },
      { ...added, id: uuid(), action: 'add', after: { ...after, nextNumber } },
      // The rename moved the certificate types to the old series; move them to the new one.
      ...own.map((row) => {
        const entry = entryOfRow(types, row);
        return {
          ...change,
          entity: types.name,
          id: row.id,
          label: String(row.name),
          version: row.version,
          before: entry,
          after: { ...entry, numberSeries: after.name },
        };
      }),
    ] as Changed[];
  });
}

function startsNewSeries({ before, after }: Change): boolean {
  if (after!.pattern !== before!.pattern || !isDeepStrictEqual(after!.scope, before!.scope)) return true;
  if (after!.nextNumber !== before!.nextNumber)
    throw invalidInput([fieldError('nextNumber', 'masters.next_number_stays')]);
  return false;
}

function calledByPattern({ name, pattern }: Record<string, unknown>): string {
  const suffix = ` (${pattern})`;
  return `${String(name).slice(0, maximumNameLength - suffix.length)}${suffix}`;
}

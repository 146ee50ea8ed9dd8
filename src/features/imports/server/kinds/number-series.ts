import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import { errorSentence } from '#shared/errors.ts';
import { collisionOf, parsePattern } from '#shared/number-pattern.ts';
import type { RelativeFault } from './import-kind.ts';

/** The values in a row; an empty cell leaves the field as it is. */
type Given = { name?: string; pattern?: string; scope?: string[]; next_number?: number };

/** Rows that change a series which has given numbers, and rows whose numbers would collide with another series. */
export async function findSeriesFaults(db: Db, importId: string): Promise<RelativeFault[]> {
  const known = await db
    .selectFrom('number_series')
    .select(['name', 'pattern', 'scope', 'next_number', 'counted_year'])
    .select(identityKey(sql.ref('name')).as('key'))
    .execute();
  const rows = await db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where('entry', 'is not', null)
    .orderBy('row_number')
    .select(['row_number', 'entry', identityKey(sql`entry ->> 'name'`).as('key')])
    .execute();
  const isSame = (one: { key: string }) => (other: { key: string }) => one.key === other.key;
  const written = rows.flatMap(({ row_number, key, entry }) => {
    const { name = '', pattern = '', ...given } = entry as Given;
    return pattern === '' ? [] : [{ ...given, row_number, key, name, pattern }];
  });
  return written.flatMap((row, index): RelativeFault[] => {
    const { row_number, pattern: found } = row;
    const own = known.find(isSame(row));
    const isOther =
      own?.pattern !== found ||
      !isDeepStrictEqual(row.scope ?? own.scope, own.scope) ||
      (row.next_number ?? own.next_number) !== own.next_number;
    if (isOther && own && own.counted_year !== null) {
      const wanted = errorSentence('masters.series_stays', undefined);
      return [{ row_number, field: 'pattern', code: 'taken', found, wanted }];
    }
    const others = [...known.filter((one) => !isSame(row)(one)), ...written.slice(0, index)];
    for (const other of others) {
      const number = collisionOf(parsePattern(other.pattern), parsePattern(found));
      if (!number) continue;
      const wanted = errorSentence('masters.same_number', { series: `${other.name}, ${row.name}`, number });
      return [{ row_number, field: 'pattern', code: 'taken', found, wanted }];
    }
    return [];
  });
}

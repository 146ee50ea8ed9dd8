import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import {
  collisionOf,
  formatNumber,
  type NumberPattern,
  parsePattern,
  readNumber,
} from '#shared/number-pattern.ts';

/** Every pattern in use, past or present. */
export async function listPatterns(db: Db): Promise<NumberPattern[]> {
  const rows = await db.selectFrom('number_series').orderBy('name').select('pattern').execute();
  return rows.map(({ pattern }) => parsePattern(pattern));
}

/** The ids of the series that have given a number; only counting changes their next number. */
export async function listUsedSeries(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('number_series')
    .where('counted_year', 'is not', null)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The numbers that typed text may mean, ignoring case, separators and leading zeros. */
export function possibleNumbers(patterns: readonly NumberPattern[], typed: string): string[] {
  const read = patterns.flatMap((pattern) => {
    const facts = readNumber(pattern, typed);
    return facts ? [formatNumber(pattern, facts)] : [];
  });
  return [...new Set(read)];
}

/** Fails if two series could give the same number. Call it after every write to series. */
export async function assertNoNumberCollision(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('number_series.apart'))`.execute(db);
  const rows = await db.selectFrom('number_series').orderBy('id').select(['name', 'pattern']).execute();
  const series = rows.map(({ name, pattern }) => ({ name, pattern: parsePattern(pattern) }));
  for (const [index, { name, pattern }] of series.entries())
    for (const other of series.slice(0, index)) {
      const number = collisionOf(other.pattern, pattern);
      if (!number) continue;
      const series = [other.name, name].join(', ');
      throw invalidInput([fieldError('pattern', 'masters.same_number', { series, number })]);
    }
}

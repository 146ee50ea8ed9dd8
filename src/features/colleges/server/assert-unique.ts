import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import type { CollegeEntry } from '../contract.ts';

/** Refuses a code or name that another college has, at its field; `self` is the college being edited. */
export async function assertUnique(
  db: Db,
  entry: Pick<CollegeEntry, 'code' | 'name'>,
  self?: string,
): Promise<void> {
  const others = await db
    .selectFrom('colleges')
    .select(['id', 'code', sql<boolean>`lower(name) = lower(${entry.name})`.as('has_name')])
    .where((eb) => eb.or([eb('code', '=', entry.code), eb(sql`lower(name)`, '=', entry.name.toLowerCase())]))
    .execute();
  const taken = others.filter(({ id }) => id !== self);
  const issues = [
    ...(taken.some(({ code }) => code === entry.code) ? [issue('code', 'colleges.code_taken')] : []),
    ...(taken.some(({ has_name }) => has_name) ? [issue('name', 'colleges.name_taken')] : []),
  ];
  if (issues.length > 0) throw invalidInput(issues);
}

function issue(path: string, code: 'colleges.code_taken' | 'colleges.name_taken') {
  return fieldError(path, code);
}

import type { Selectable } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import type { Colleges } from '#platform/server/db/tables.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import type { CollegeEntry } from '../contract.ts';

/** Refuses a code or name that another college has, at its field; `current` keeps those that it has. */
export async function assertUnique(
  db: Db,
  entry: Pick<CollegeEntry, 'code' | 'name'>,
  current?: Pick<Selectable<Colleges>, 'id' | 'code' | 'name'>,
): Promise<void> {
  const { has_code, has_name } = await db
    .selectNoFrom((eb) => {
      const others = (field: 'code' | 'name') =>
        eb
          .selectFrom('colleges')
          .select('id')
          .where(`${field}_key`, '=', identityKey(current?.[field] === entry[field] ? null : entry[field]))
          .$if(current !== undefined, (query) => query.where('id', '<>', current!.id));
      return [eb.exists(others('code')).as('has_code'), eb.exists(others('name')).as('has_name')];
    })
    .executeTakeFirstOrThrow();
  const issues = [
    ...(has_code ? [issue('code', 'colleges.code_taken')] : []),
    ...(has_name ? [issue('name', 'colleges.name_taken')] : []),
  ];
  if (issues.length > 0) throw invalidInput(issues);
}

function issue(path: string, code: 'colleges.code_taken' | 'colleges.name_taken') {
  return fieldError(path, code);
}

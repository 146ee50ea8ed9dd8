import type { Db } from '#platform/server/db/database.ts';
import { invalidInput } from '#platform/server/domain-error.ts';

/** The college of a code, with null for ALL; refused beside its field when there is no such college. */
export async function collegeOfCode(db: Db, code: string): Promise<{ id: string | null; code: string }> {
  if (code === 'ALL') return { id: null, code };
  const college = await db
    .selectFrom('colleges')
    .select(['id', 'code'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (college) return college;
  throw invalidInput([{ path: 'code', message: 'There is no college with this code. Choose again.' }]);
}

import { isCommonPassword } from '#features/auth/server/common-passwords.ts';
import { findPersonByEmail } from '#features/auth/server/people.ts';
import type { Db } from '#platform/server/db/database.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';

/** Says beside the field what the constraint would say for the whole form. */
export async function refuseTakenEmail(db: Db, email: string, ownId?: string): Promise<void> {
  const holder = await findPersonByEmail(db, email);
  if (!holder || holder.id === ownId) return;
  throw invalidInput([fieldError('email', 'staff.email_taken')]);
}

/** An initial password opens the account for three days, so it has to be as good as any. */
export function refuseCommonPassword(password: string, email: string): void {
  if (!isCommonPassword(password, email)) return;
  throw invalidInput([fieldError('password', 'auth.common_password')]);
}

/** The college of a code, with null for ALL; refused beside its field when there is no such college. */
export async function collegeOfCode(db: Db, code: string): Promise<{ id: string | null; code: string }> {
  if (code === 'ALL') return { id: null, code };
  const college = await db
    .selectFrom('colleges')
    .select(['id', 'code'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (college) return college;
  throw invalidInput([fieldError('code', 'staff.unknown_code')]);
}

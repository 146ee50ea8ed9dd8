import { isCommonPassword } from '#features/auth/server/common-passwords.ts';
import { findPersonByEmail } from '#features/auth/server/people.ts';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';

/** Reports at the field what the constraint would report for the whole form. */
export async function assertEmailUnused(db: Db, email: string, ownId?: string): Promise<void> {
  const holder = await findPersonByEmail(db, email);
  if (!holder || holder.id === ownId) return;
  throw invalidInput([fieldError('email', 'staff.email_taken')]);
}

/** An initial password is valid for three days, so the usual rules apply. */
export function assertUncommonPassword(password: string, email: string): void {
  if (!isCommonPassword(password, email)) return;
  throw invalidInput([fieldError('password', 'auth.common_password')]);
}

/** The college of a code, null for ALL; fails at the field if there is none. */
export async function collegeOfCode(db: Db, code: string): Promise<{ id: string | null; code: string }> {
  if (code === 'ALL') return { id: null, code };
  const college = await db
    .selectFrom('colleges')
    .select(['id', 'code'])
    .where('code_key', '=', identityKey(code))
    .executeTakeFirst();
  if (college) return college;
  throw invalidInput([fieldError('code', 'staff.unknown_code')]);
}

import { sql } from 'kysely';
import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import type { Role } from '#shared/roles.ts';
import { initialPasswordHours } from '../contract.ts';

/** The recipient of a mail. */
export type Addressee = { id: string; name: string; email: string };

/** Whom an audit event is about, and whom a mail tells of it. */
export type AuditedPerson = Addressee & { college_id: string | null };

/**
 * For this long after a change of address, password resets and provider sign-ins with that address are blocked, unless
 * another admin confirms it.
 */
export const resetHoldHours = 24;

/** Whether that applies to the `staff` row now; the table of challenges enforces the same rule. */
export const isResetOnHold = sql<boolean>`(
  staff.email_changed_at is not null and staff.email_confirmed_at is null
  and staff.email_changed_at > now() - make_interval(hours => ${resetHoldHours})
)`;

function people(db: Db) {
  const isOver = sql<boolean>`password_set_at < now() - make_interval(hours => ${initialPasswordHours})`;
  return db
    .selectFrom('staff')
    .selectAll()
    .select([
      sql<boolean>`password_is_initial and ${isOver}`.as('has_dead_password'),
      isResetOnHold.as('has_held_reset'),
    ]);
}

/** The member of staff with this Email Id, in any writing; of several, the one whose address is written so. */
export async function findPersonByEmail(db: Db, email: string) {
  const person = await people(db)
    .where(hasKey('email_key', identityKey(email)))
    .orderBy(sql`lower(email) = lower(${email})`, 'desc')
    .orderBy('email_key')
    .limit(1)
    .executeTakeFirst();
  return person && { ...person, role: person.role as Role };
}

/** Locks the row, so that decisions based on it hold until the transaction ends. */
export async function lockPerson(db: Db, id: string) {
  const person = await people(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
  return { ...person, role: person.role as Role };
}

/** What every audit event of a member of staff has in common. */
export function recordOfPerson({ id, name, college_id: collegeId }: Omit<AuditedPerson, 'email'>) {
  return { record: { type: 'staff' as const, id, label: name }, collegeId };
}

/** `recordOfPerson` for what people do with their own account. */
export function recordOfActor({ id, name, scope }: Pick<Actor, 'id' | 'name' | 'scope'>) {
  return recordOfPerson({ id, name, college_id: scope.collegeId });
}

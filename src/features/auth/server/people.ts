import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Role } from '#shared/roles.ts';
import { initialPasswordHours } from '../contract.ts';

/** Whom a mail goes to. */
export type Addressee = { id: string; name: string; email: string };

/**
 * For so long after a change of address its account's password is not reset, and the provider's word for that address
 * opens nothing, unless another admin confirms it.
 */
export const hoursResetsAreHeld = 24;

/** Whether that holds for the row `staff` just now; the table of challenges refuses by the same rule. */
export const hasHeldReset = sql<boolean>`(
  staff.email_changed_at is not null and staff.email_confirmed_at is null
  and staff.email_changed_at > now() - make_interval(hours => ${hoursResetsAreHeld})
)`;

function people(db: Db) {
  const isOver = sql<boolean>`password_set_at < now() - make_interval(hours => ${initialPasswordHours})`;
  return db
    .selectFrom('staff')
    .selectAll()
    .select([
      sql<boolean>`password_is_initial and ${isOver}`.as('has_dead_password'),
      hasHeldReset.as('has_held_reset'),
    ]);
}

/** The member of staff behind an Email Id, whatever its case. */
export async function findPersonByEmail(db: Db, email: string) {
  const person = await people(db).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();
  return person && { ...person, role: person.role as Role };
}

/** The row is locked, so that what is decided on it stays true to the end of the transaction. */
export async function lockPerson(db: Db, id: string) {
  const person = await people(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
  return { ...person, role: person.role as Role };
}

/** How the audit log names a member of staff. */
export function staffRecord(person: { id: string; name: string }) {
  return { type: 'staff' as const, id: person.id, label: person.name };
}

import { sql } from 'kysely';
import { hasHeldReset } from '#features/auth/server/people.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Role } from '#shared/roles.ts';
import type { StaffFacts } from '../rules.ts';

/**
 * Whether the person of the row `staff` has done anything. Whoever works here has signed in first, and every sign-in
 * and every write is an event of the audit log.
 */
export const hasActed = sql<boolean>`exists (select from audit_events where actor_id = staff.id)`;

export const isLastAdmin = sql<boolean>`(
  staff.role = 'admin' and staff.disabled_at is null
  and not exists (select from staff other where other.role = 'admin' and other.disabled_at is null and other.id <> staff.id)
)`;

/** Whether the person signs in with an authenticator app that is set up. */
export const hasAuthenticator = sql<boolean>`exists (
  select from authenticators where authenticators.staff_id = staff.id and authenticators.enrolled_at is not null
)`;

/** What a command reads of a person before it decides; the row is locked until the transaction ends. */
export async function lockStaff(db: Db, id: string) {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('staff.not_found');
  // Read once the lock is held: a statement sees what others had committed when it began.
  const { has_acted, is_last_admin, has_authenticator, has_held_reset } = await db
    .selectFrom('staff')
    .select([
      hasActed.as('has_acted'),
      isLastAdmin.as('is_last_admin'),
      hasAuthenticator.as('has_authenticator'),
      hasHeldReset.as('has_held_reset'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const facts: StaffFacts = {
    id,
    role: row.role as Role,
    disabledAt: row.disabled_at,
    lockedAt: row.locked_at,
    unknownDeviceLockedAt: row.unknown_device_locked_at,
    passwordIsInitial: row.password_is_initial,
    hasActed: has_acted,
    isLastAdmin: is_last_admin,
    hasAuthenticator: has_authenticator,
    emailHold: has_held_reset ? { changedBy: row.email_changed_by! } : null,
  };
  return { row, facts };
}

/**
 * Makes those who take an admin away wait for each other, always in the same order: of two admins who disable each
 * other at once, the second one finds that nobody else would be left.
 */
export async function lockAdmins(db: Db): Promise<void> {
  await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

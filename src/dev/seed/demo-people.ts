import { findPersonByEmail } from '#features/auth/server/people.ts';
import { recordStaff } from '#features/staff/server/record-staff.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import type { Role } from '#shared/roles.ts';
import { demoPassword, demoStaff } from './demo-staff.ts';

/** Adds the missing demo staff, with a password that need not be changed. */
export async function seedPeople(services: Services, at: Date): Promise<void> {
  await recordAsPortal(
    services,
    async (db, audit) => {
      for (const { isOffered: _, ...person } of demoStaff) {
        if (await findPersonByEmail(db, person.email)) continue;
        await recordStaff(
          { db, audit, now: at },
          { ...person, password: demoPassword, passwordIsInitial: false },
        );
      }
    },
    at,
  );
}

/** The actor for a demo person. */
export async function findDemoActor(services: Services, email: string): Promise<Actor> {
  const person = await services.db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'college_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return {
    id: person.id,
    name: person.name,
    role: person.role as Role,
    scope: { collegeId: person.college_id },
    mustChangePassword: false,
    mustEnrolAuthenticator: false,
    isFreshlyAuthenticated: true,
  };
}

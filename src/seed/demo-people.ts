import { v7 as uuid } from 'uuid';
import { hashPassword } from '#features/auth/server/passwords.ts';
import type { Actor } from '#server/actor.ts';
import type { Services } from '#server/context.ts';
import { recordAsPortal } from '#server/record-as-portal.ts';
import type { Role } from '#shared/roles.ts';
import { demoPassword, demoStaff } from './demo-staff.ts';

/** Adds the people of the demo who are not there yet. */
export async function seedPeople(services: Services, at: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  await recordAsPortal(
    services,
    async (db, audit) => {
      for (const person of demoStaff) {
        const college = await db
          .selectFrom('colleges')
          .select('id')
          .where('code', '=', person.collegeCode ?? '')
          .executeTakeFirst();
        const created = await db
          .insertInto('staff')
          .values({
            id: uuid(),
            role: person.role,
            name: person.name,
            email: person.email,
            college_id: college?.id ?? null,
            password_hash: passwordHash,
            password_is_initial: false,
            created_at: at,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!created) continue;
        audit({
          event: 'staff.added',
          record: { type: 'staff', id: created.id, label: person.email },
          after: { role: person.role, name: person.name, code: person.collegeCode ?? 'ALL' },
        });
      }
    },
    at,
  );
}

/** A person of the demo as a command's actor. */
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
  };
}

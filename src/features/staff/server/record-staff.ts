import { v7 as uuid } from 'uuid';
import type { SecondFactor } from '#features/auth/contract.ts';
import { hashPassword } from '#features/auth/server/passwords.ts';
import { recordOfPerson } from '#features/auth/server/people.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Role } from '#shared/roles.ts';
import { type AddStaffInput, type EditStaffInput, fieldsOfRole } from '../contract.ts';
import { collegeOfCode } from './entry-checks.ts';

type NewStaff = Omit<AddStaffInput, 'role'> & {
  role: Role;
  /** Whether the person has to choose their own password first; false only in the demo. */
  passwordIsInitial?: boolean;
};

/** Inserts a member of staff with its audit event: for the form, the first admin and the demo. */
export async function recordStaff(
  { db, audit, now }: { db: Db; audit: (entry: AuditEntry) => void; now: Date },
  person: NewStaff,
): Promise<string> {
  const id = uuid();
  const college = await collegeOfCode(db, person.code);
  const columns = staffColumns(person.role, { ...person, secondFactor: person.secondFactor ?? 'email_code' });
  await db
    .insertInto('staff')
    .values({
      id,
      role: person.role,
      ...columns,
      college_id: college.id,
      password_hash: await hashPassword(person.password),
      password_is_initial: person.passwordIsInitial ?? true,
      created_at: now,
    })
    .execute();
  audit({
    event: 'staff.added',
    ...recordOfPerson({ id, name: person.name, college_id: college.id }),
    after: { role: person.role, ...columns, code: college.code },
  });
  return id;
}

type Entry = Pick<EditStaffInput, 'name' | 'email' | 'mobile' | 'printerCode'> & {
  secondFactor: SecondFactor;
};

/** The entry as table columns. */
export function staffColumns(role: Role, entry: Entry) {
  const asked = fieldsOfRole[role];
  return {
    name: entry.name,
    email: entry.email.toLowerCase(),
    mobile: asked.includes('mobile') && entry.mobile ? tenDigits(entry.mobile) : null,
    printer_code: asked.includes('printerCode') ? (entry.printerCode ?? null) : null,
    second_factor: entry.secondFactor,
  };
}

function tenDigits(mobile: string): string {
  return mobile.replace(/\D/g, '').slice(-10);
}

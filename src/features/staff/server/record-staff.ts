import { v7 as uuid } from 'uuid';
import type { SecondFactor } from '#features/auth/contract.ts';
import { hashPassword } from '#features/auth/server/passwords.ts';
import { staffRecord } from '#features/auth/server/people.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Role } from '#shared/roles.ts';
import { collegeOfCode } from './codes.ts';
import { staffColumns } from './staff-columns.ts';

export type NewStaff = {
  role: Role;
  name: string;
  email: string;
  /** `ALL` or a college's code. */
  code: string;
  mobile?: string | undefined;
  printerCode?: string | undefined;
  secondFactor?: SecondFactor;
  password: string;
  /** Whether the person has to choose an own password first; only the demo says no. */
  passwordIsInitial?: boolean;
};

/** Writes a new member of staff and its audit event: for the form, for the first admin, and for the demo. */
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
    record: staffRecord({ id, name: person.name }),
    collegeId: college.id,
    after: { role: person.role, ...columns, code: college.code },
  });
  return id;
}

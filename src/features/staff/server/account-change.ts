import type { Updateable } from 'kysely';
import { recordOfPerson } from '#features/auth/server/people.ts';
import { assertVersion, type CommandTransaction, command, updateRow } from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import type { Staff } from '#platform/server/db/tables.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { StaffMember, VersionOfStaff } from '../contract.ts';
import type { StaffRuling } from '../rules.ts';
import { lockAdmins, lockStaff } from './queries.ts';

type Locked = Awaited<ReturnType<typeof lockStaff>>['row'];

type AccountChange = {
  can: (person: StaffMember, actorId: string) => StaffRuling;
  /** Whether it could remove the last admin. */
  takesAdmin?: true;
  /** Does the rest of the change, and returns the row's columns and the audit event. */
  change: (
    transaction: CommandTransaction,
    row: Locked,
  ) => Promise<Pick<AuditEntry, 'event' | 'before' | 'after'> & { columns?: Updateable<Staff> }>;
};

/** A change of one account whose only input is the version seen. */
export function accountChange(operation: string, { can, takesAdmin, change }: AccountChange) {
  return command(operation, async (transaction, input: VersionOfStaff) => {
    const row = await lockAllowed(transaction, input, { can, takesAdmin });

    const { columns, ...recorded } = await change(transaction, row);
    const { version } = await updateRow(transaction.db, 'staff', row, columns);

    transaction.audit({ ...recorded, ...recordOfPerson(row) });
    return { version };
  });
}

/** Locks an account's row and checks the rule and the version. */
export async function lockAllowed(
  transaction: CommandTransaction,
  { id, version }: VersionOfStaff,
  { can, takesAdmin }: Pick<AccountChange, 'can' | 'takesAdmin'>,
): Promise<Locked> {
  const { db, actor } = transaction;
  if (takesAdmin) await lockAdmins(db);
  const { row, person } = await lockStaff(transaction, id);
  assertAllowed(can(person, actor.id));
  await assertVersion(db, { type: 'staff', row }, version);
  return row;
}

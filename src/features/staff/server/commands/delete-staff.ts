import { recordOfPerson } from '#features/auth/server/people.ts';
import { command } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockAllowed } from '../account-change.ts';

const foreignKeyViolation = '23503';

/**
 * Deletes somebody who was added by mistake. Anybody who has worked here stays, disabled, because records name them.
 */
export const deleteStaff = command('deleteStaff', async (transaction, input: VersionOfStaff) => {
  const row = await lockAllowed(transaction, input, { can: staffCan.delete, takesAdmin: true });

  await removeUnlessNamed(transaction.db, row.id);

  const { role, name, email, mobile, printer_code, second_factor, college_id } = row;
  transaction.audit({
    event: 'staff.deleted',
    ...recordOfPerson(row),
    before: { role, name, email, mobile, printer_code, second_factor, college_id },
  });
  return {};
});

/** Records without an event, such as those migrated from an older system, name people as well. */
async function removeUnlessNamed(db: Db, id: string): Promise<void> {
  try {
    await db.deleteFrom('staff').where('id', '=', id).execute();
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) throw domainError('staff.has_acted');
    throw error;
  }
}

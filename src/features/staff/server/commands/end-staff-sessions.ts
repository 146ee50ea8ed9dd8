import { recordOfPerson } from '#features/auth/server/people.ts';
import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { staffCan } from '../../rules.ts';
import { lockStaff } from '../queries.ts';

/** Signs a person out everywhere, for example after a device was lost; they may sign in again. */
export const endStaffSessions = command('endStaffSessions', async (transaction, input: { id: string }) => {
  const { db, actor, audit } = transaction;
  const { row, person } = await lockStaff(transaction, input.id);
  assertAllowed(staffCan.endSessions(person, actor.id));

  const ended = await endSessionsOf(db, row.id);
  if (ended === 0) throw domainError('staff.not_signed_in');

  audit({
    event: 'staff.sessions_ended',
    ...recordOfPerson(row),
    after: { ended },
  });
  return { ended };
});

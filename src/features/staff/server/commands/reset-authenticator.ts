import { staffRecord } from '#features/auth/server/people.ts';
import { removeAuthenticator } from '#features/auth/server/remove-authenticator.ts';
import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockStaff } from '../facts.ts';

/** Helps somebody who lost their phone: the next code is mailed, and the app is set up anew before anything else. */
export const resetAuthenticator = command(
  'resetAuthenticator',
  async (transaction, input: VersionOfStaff) => {
    const { db, actor, audit } = transaction;
    const { row, facts } = await lockStaff(db, input.id);
    assertAllowed(staffCan.resetAuthenticator(facts, actor.id));
    await assertVersion(db, { type: 'staff', row }, input.version);

    const version = row.version + 1;
    await removeAuthenticator(transaction, row);
    await endSessionsOf(db, row.id);
    await db.updateTable('staff').set({ version }).where('id', '=', row.id).execute();

    audit({ event: 'staff.authenticator_reset', record: staffRecord(row), collegeId: row.college_id });
    return { version };
  },
);

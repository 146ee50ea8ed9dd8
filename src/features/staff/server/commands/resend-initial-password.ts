import { initialPasswordHours } from '#features/auth/contract.ts';
import { newInitialPassword, setInitialPassword } from '#features/auth/server/initial-password.ts';
import { staffRecord } from '#features/auth/server/people.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import type { Role } from '#shared/roles.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockStaff } from '../facts.ts';
import { initialPasswordMail } from '../mails.ts';

/** Mails a new initial password to somebody who has not chosen an own one; the one before opens nothing any more. */
export const resendInitialPassword = command(
  'resendInitialPassword',
  async (transaction, input: VersionOfStaff) => {
    const { db, actor, services, audit } = transaction;
    const { row, facts } = await lockStaff(db, input.id);
    assertAllowed(staffCan.resendPassword(facts, actor.id));
    await assertVersion(db, { type: 'staff', row }, input.version);

    const version = row.version + 1;
    const password = newInitialPassword();
    await setInitialPassword(db, row.id, password);
    await db.updateTable('staff').set({ version }).where('id', '=', row.id).execute();

    audit({
      event: 'staff.password_resent',
      record: staffRecord(row),
      collegeId: row.college_id,
      before: { passwordSetAt: row.password_set_at.toISOString() },
      after: { mailedTo: row.email },
    });

    const { name, email } = row;
    const { publicUrl } = services.settings;
    const mail = initialPasswordMail({ name, email, role: row.role as Role, publicUrl, password });
    await queueMail(transaction, { to: email, ...mail, minutesValid: initialPasswordHours * 60 });
    return { version };
  },
);

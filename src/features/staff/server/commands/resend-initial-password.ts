import { initialPasswordHours } from '#features/auth/contract.ts';
import { newInitialPassword, setInitialPassword } from '#features/auth/server/initial-password.ts';
import { answers } from '#platform/server/answers.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import type { Role } from '#shared/roles.ts';
import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';
import { initialPasswordMail } from '../mails.ts';

/** Mails a new initial password to somebody who has not chosen their own; the previous one no longer works. */
export const resendInitialPassword = accountChange('resendInitialPassword', {
  can: staffCan.resendPassword,
  async change(transaction, row) {
    const password = newInitialPassword();
    await setInitialPassword(transaction, row, password);
    const { name, email } = row;
    const { publicUrl } = transaction.services.settings;
    const to = { name, email, role: row.role as Role, publicUrl };
    await queueMail(transaction, {
      to: email,
      language: await answers.languageOfPerson(transaction.db, row.id),
      words: () => initialPasswordMail(to, password),
      minutesValid: initialPasswordHours * 60,
    });
    return {
      event: 'staff.password_resent',
      before: { passwordSetAt: row.password_set_at.toISOString() },
      after: { mailedTo: email },
    };
  },
});

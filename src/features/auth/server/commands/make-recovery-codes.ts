import { queueMail } from '#platform/server/mail/outbox.ts';
import { recoveryCodesMadeMail } from '../mails.ts';
import { provenCommand } from '../own-second-factor.ts';
import { staffRecord } from '../people.ts';
import { replaceRecoveryCodes } from '../recovery-codes.ts';

/** Makes ten new recovery codes, which are told once; the old ones are dead. */
export const makeRecoveryCodes = provenCommand(async (transaction, person) => {
  const recoveryCodes = await replaceRecoveryCodes(transaction, person.id);
  transaction.audit({ event: 'auth.recovery_codes_made', record: staffRecord(person) });
  const { publicUrl } = transaction.services.settings;
  await queueMail(transaction, {
    to: person.email,
    ...recoveryCodesMadeMail({ name: person.name, publicUrl }),
  });
  return { recoveryCodes };
});

import { mailPerson, recoveryCodesMadeMail } from '../mails.ts';
import { reauthenticatedCommand } from '../own-second-factor.ts';
import { recordOfPerson } from '../people.ts';
import { replaceRecoveryCodes } from '../recovery-codes.ts';

/** Creates ten recovery codes, which are shown once; the old ones become invalid. */
export const makeRecoveryCodes = reauthenticatedCommand(async (transaction, person) => {
  const recoveryCodes = await replaceRecoveryCodes(transaction, person.id);
  transaction.audit({ event: 'auth.recovery_codes_made', ...recordOfPerson(person) });
  await mailPerson(transaction, person, recoveryCodesMadeMail);
  return { recoveryCodes };
});

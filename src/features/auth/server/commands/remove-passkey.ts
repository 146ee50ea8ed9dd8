import { command } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { mailPerson, passkeyRemovedMail } from '../mails.ts';
import { lockPerson, recordOfPerson } from '../people.ts';

/** Removes one of the person's passkeys. Sessions that it opened continue; My account can end them. */
export const removePasskey = command('removePasskey', async (transaction, { id }: { id: string }) => {
  const { db, actor, audit } = transaction;
  const person = await lockPerson(db, actor.id);
  const { name } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('staff_id', '=', person.id)
    .returning('name')
    .executeTakeFirstOrThrow(() => domainError('auth.passkey_not_found'));
  audit({ event: 'auth.passkey_removed', ...recordOfPerson(person), before: { passkey: name } });
  await mailPerson(transaction, person, passkeyRemovedMail);
  return {};
});

import type { CommandTransaction } from '#platform/server/command.ts';
import { authenticatorRemovedMail, mailPerson } from './mails.ts';
import { type AuditedPerson, recordOfPerson } from './people.ts';

/**
 * Deletes a person's authenticator and recovery codes, audits it and mails the owner; true if there was one. While
 * `staff.second_factor` stays `authenticator`, the person signs in by mail next time and enrols again, as after a lost
 * phone. The caller locks the staff row, and ends sessions if needed.
 */
export async function removeAuthenticator(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'enqueue' | 'audit'>,
  person: AuditedPerson,
): Promise<boolean> {
  const { db, audit } = transaction;
  await db.deleteFrom('recovery_codes').where('staff_id', '=', person.id).execute();
  const removed = await db
    .deleteFrom('authenticators')
    .where('staff_id', '=', person.id)
    .returning('enrolled_at')
    .executeTakeFirst();
  if (!removed || removed.enrolled_at === null) return false;
  audit({ event: 'auth.authenticator_removed', ...recordOfPerson(person) });
  await mailPerson(transaction, person, authenticatorRemovedMail);
  return true;
}

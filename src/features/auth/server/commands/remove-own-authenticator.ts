import { sql } from 'kysely';
import { reauthenticatedCommand } from '../own-second-factor.ts';
import { removeAuthenticator } from '../remove-authenticator.ts';

/** Switches back to the mailed code. */
export const removeOwnAuthenticator = reauthenticatedCommand(async (transaction, person) => {
  await removeAuthenticator(transaction, person);
  await transaction.db
    .updateTable('staff')
    .set({ second_factor: 'email_code', version: sql`version + 1` })
    .where('id', '=', person.id)
    .execute();
  return {};
});

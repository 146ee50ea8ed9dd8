import { sql } from 'kysely';
import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { consumeTimeCode, hasShownSecret, isEnrolled } from '../authenticators.ts';
import { authenticatorEnrolledMail, mailPerson } from '../mails.ts';
import { lockPerson, recordOfPerson } from '../people.ts';
import { replaceRecoveryCodes } from '../recovery-codes.ts';

/**
 * Enrols the authenticator that was shown, with one of its codes. Wrong codes are not counted: the person has seen the
 * secret, so there is nothing to guess.
 */
export function confirmAuthenticator(context: RequestContext, input: { code: string }) {
  // No idempotency key: it would store the answer, and the recovery codes must not be stored in clear.
  return enrol({ ...context, idempotencyKey: null }, input);
}

const enrol = command('confirmAuthenticator', async (transaction, { code }: { code: string }) => {
  const { db, actor, audit } = transaction;
  const person = await lockPerson(db, actor.id);
  if (await isEnrolled(db, person.id)) throw domainError('auth.authenticator_enrolled');
  if (!(await hasShownSecret(db, person.id))) throw domainError('auth.challenge_over');
  if (!(await consumeTimeCode(transaction, person.id, code, 'shown')))
    throw domainError('auth.authenticator_code_differs');

  await db
    .updateTable('staff')
    .set({ second_factor: 'authenticator', version: sql`version + 1` })
    .where('id', '=', person.id)
    .execute();
  const recoveryCodes = await replaceRecoveryCodes(transaction, person.id);
  audit({
    event: 'auth.authenticator_enrolled',
    ...recordOfPerson(person),
    before: { secondFactor: person.second_factor },
    after: { secondFactor: 'authenticator' },
  });
  await mailPerson(transaction, person, authenticatorEnrolledMail);
  return { recoveryCodes };
});

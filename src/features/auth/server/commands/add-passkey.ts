import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PasskeyAnswer } from '../../contract.ts';
import { describeDevice } from '../describe-device.ts';
import { mailPerson, passkeyAddedMail } from '../mails.ts';
import {
  assertPasskeys,
  challengeOf,
  expectedOf,
  loadWebAuthn,
  madeAnswer,
  relyingParty,
} from '../passkeys.ts';
import { lockPerson, recordOfPerson } from '../people.ts';
import { endAttempt, startAttempt } from '../sign-on-attempts.ts';

/** The options for a new passkey: discoverable without an Email Id, and with user verification. */
export async function startPasskey(context: RequestContext) {
  const { services } = context;
  assertPasskeys(services);
  const { id, name } = actorOf(context);
  const { email } = await services.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const own = await services.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', id)
    .execute();
  const token = await startAttempt(context, { purpose: 'new_passkey', staffId: id });
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Dikshant',
    rpID: relyingParty(services).rpID,
    userID: Buffer.from(id),
    userName: email,
    userDisplayName: name,
    challenge: challengeOf(services, token),
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

/**
 * Stores the public key of the new passkey; a repeated request gets the first answer. The attempt ends outside the
 * command, because a failure rolls the command back and must not restore it.
 */
export async function addPasskey(context: RequestContext, input: { answer: PasskeyAnswer }) {
  const { services, cookies, userAgent } = context;
  assertPasskeys(services);
  const attempt = await endAttempt(services.db, cookies, 'new_passkey');
  return storePasskey({ attempt, userAgent })(context, input);
}

type PasskeyAttempt = { attempt: Awaited<ReturnType<typeof endAttempt>>; userAgent: string };

/** Attempt and browser are not part of the input, so that a repeated request has the same input without them. */
const storePasskey = ({ attempt, userAgent }: PasskeyAttempt) =>
  command('addPasskey', async (transaction, { answer }: { answer: PasskeyAnswer }) => {
    const { db, actor, services, audit } = transaction;
    if (attempt?.staff_id !== actor.id) throw domainError('auth.sign_on_over');
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const made = await verifyRegistrationResponse({
      response: madeAnswer(answer),
      ...expectedOf(services, attempt.token),
      // Every fault gets the same error.
    }).catch(() => null);
    if (!made?.verified) throw domainError('auth.passkey_refused');
    const { id: credentialId, publicKey, counter, transports } = made.registrationInfo.credential;
    const name = describeDevice(userAgent);
    const person = await lockPerson(db, actor.id);
    const { numInsertedOrUpdatedRows: kept } = await db
      .insertInto('passkeys')
      .values({
        id: uuid(),
        staff_id: person.id,
        credential_id: credentialId,
        public_key: Buffer.from(publicKey),
        sign_count: counter,
        transports: transports ?? [],
        name,
      })
      .onConflict((conflict) => conflict.constraint('passkeys__credential_unique').doNothing())
      .executeTakeFirstOrThrow();
    if (!kept) throw domainError('auth.passkey_refused');
    audit({ event: 'auth.passkey_added', ...recordOfPerson(person), after: { passkey: name } });
    await mailPerson(transaction, person, passkeyAddedMail);
    return {};
  });

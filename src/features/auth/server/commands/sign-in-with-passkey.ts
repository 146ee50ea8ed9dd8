import { sql } from 'kysely';
import { publicCommand } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError, isRefusal } from '#platform/server/domain-error.ts';
import type { Role } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import type { PasskeyAnswer } from '../../contract.ts';
import { type BrowserAtSignIn, browserOf, finishSignIn, writeSignInResponse } from '../finish-sign-in.ts';
import { findKnownDevice } from '../known-devices.ts';
import { networkOf } from '../networks.ts';
import {
  assertPasskeys,
  challengeOf,
  expectedOf,
  loadWebAuthn,
  relyingParty,
  signedAnswer,
} from '../passkeys.ts';
import { lockPerson } from '../people.ts';
import { endAttempt, startAttempt } from '../sign-on-attempts.ts';
import { isLocked } from '../wrong-codes.ts';

/** What a passkey has to sign; the answer reveals whose passkey it is. */
export async function startPasskeySignIn(context: RequestContext, { role }: { role: Role }) {
  const { services } = context;
  assertPasskeys(services);
  const token = await startAttempt(context, { purpose: 'passkey', role });
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services).rpID,
    challenge: challengeOf(services, token),
    userVerification: 'required',
  });
  return { options: { ...options } };
}

type Completion = { answer: PasskeyAnswer; keepsSession: boolean };

/**
 * Opens a session with a passkey alone: it is something the person has and requires a finger, a face or a PIN, so it
 * counts as two factors (NIST SP 800-63B, section 5.1.9).
 */
export async function completePasskeySignIn(
  context: RequestContext,
  { answer, keepsSession }: Completion,
): Promise<Session> {
  const { services, cookies, ip } = context;
  assertPasskeys(services);
  const owner = await services.db
    .selectFrom('passkeys')
    .innerJoin('staff', 'staff.id', 'passkeys.staff_id')
    .select(['staff.id', 'staff.name'])
    .where('credential_id', '=', answer.id)
    .executeTakeFirst();
  try {
    const attempt = await endAttempt(services.db, cookies, 'passkey');
    if (!attempt) throw domainError('auth.sign_on_over');
    if (!owner) throw domainError('auth.passkey_refused');
    const { token, role } = attempt;
    const browser = browserOf(context, keepsSession);
    const tokens = await consumeSignature(context, { staffId: owner.id, answer, token, role, browser });
    return await writeSignInResponse(context, tokens);
  } catch (error) {
    if (isRefusal(error))
      services.accessLog.record({ kind: 'passkey_refused', who: owner ?? null, network: networkOf(ip) });
    throw error;
  }
}

type Signature = {
  staffId: string;
  answer: PasskeyAnswer;
  token: string;
  role: string | null;
  browser: BrowserAtSignIn;
};

const consumeSignature = publicCommand(async (transaction, signature: Signature) => {
  const { db, services } = transaction;
  const { answer, token, browser } = signature;
  const person = await lockPerson(db, signature.staffId);
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .where('staff_id', '=', person.id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('auth.passkey_refused'));
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: signedAnswer(answer),
    ...expectedOf(services, token),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.sign_count),
    },
    // Every fault gets the same error.
  }).catch(() => null);
  if (!verified?.verified) throw domainError('auth.passkey_refused');
  if (person.role !== signature.role || person.disabled_at !== null) throw domainError('auth.no_account');
  const knownDeviceId = await findKnownDevice(db, browser.deviceToken, person.email);
  if (isLocked(person, knownDeviceId)) throw domainError('auth.locked');
  await db
    .updateTable('passkeys')
    .set({ sign_count: verified.authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where('id', '=', passkey.id)
    .execute();
  return finishSignIn(transaction, person, { by: 'passkey', knownDeviceId, browser, provenAt: null });
});

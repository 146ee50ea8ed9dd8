import { type PublicTransaction, publicCommand } from '#server/command.ts';
import type { RequestContext } from '#server/context.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { refusal } from '#server/refusal.ts';
import type { Session } from '#shared/session.ts';
import { findSecondFactor, spendTimeCode } from '../authenticators.ts';
import { passChallenge, spendTry } from '../challenges.ts';
import { hashCode, hashesMatch } from '../codes.ts';
import { deviceTokenOf, rememberDevice, writeDeviceCookie } from '../known-devices.ts';
import { wrongCodeMail } from '../mails.ts';
import { noteWrongCode } from '../note-wrong-code.ts';
import { lockPerson, staffRecord } from '../people.ts';
import { spendRecoveryCode } from '../recovery-codes.ts';
import { describeSession, endSession, openSession, ownTokenHash, writeSessionCookie } from '../sessions.ts';
import { isLocked } from '../wrong-codes.ts';

/** What is held against the challenge: the code that it asks for, or one of those for a lost phone. */
type Answer = { code: string } | { recoveryCode: string };

type Guess = {
  challengeId: string;
  answer: Answer;
  /** What the browser brought along, and what is noted of it. */
  deviceToken: string | null;
  formerSession: string | null;
  ip: string;
  userAgent: string;
};

/** Spends one try on a code; the right one opens a session, whose cookie goes out once it is committed. */
export function completeSignIn(
  context: RequestContext,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<Session> {
  return signInWith(context, challengeId, { code });
}

/** The same with a recovery code, in place of the authenticator's. */
export function recoverSignIn(
  context: RequestContext,
  { challengeId, recoveryCode }: { challengeId: string; recoveryCode: string },
): Promise<Session> {
  return signInWith(context, challengeId, { recoveryCode });
}

async function signInWith(context: RequestContext, challengeId: string, answer: Answer): Promise<Session> {
  const { cookies, ip, userAgent } = context;
  const tokens = await guessSignInCode(context, {
    challengeId,
    answer,
    deviceToken: deviceTokenOf(cookies),
    formerSession: ownTokenHash(cookies),
    ip,
    userAgent,
  });
  writeSessionCookie(cookies, tokens.session);
  writeDeviceCookie(cookies, tokens.device);
  const session = await describeSession(context.services, tokens.session);
  context.services.accessLog.record({
    kind: 'signed_in',
    who: { id: session.staffId, name: session.name },
    network: ip,
  });
  return session;
}

const guessSignInCode = publicCommand(async (transaction, guess: Guess) => {
  const { db, audit, actAs } = transaction;
  const challenge = await spendTry(transaction, { id: guess.challengeId, purpose: 'sign_in' });
  const person = await lockPerson(db, challenge.staff_id!);
  if (person.disabled_at !== null) throw refusal('auth.challenge_over');
  if (isLocked(person, challenge.known_device_id)) throw refusal('auth.locked');
  // The second factor was changed since: a mailed code must not outlive the enrolment of an authenticator.
  if ((await findSecondFactor(db, person)) !== challenge.factor) throw refusal('auth.challenge_over');
  if (!(await isRightAnswer(transaction, person, challenge, guess.answer))) {
    return refuseWrongAnswer(transaction, person, challenge);
  }

  actAs(person);
  await passChallenge(transaction, challenge.id);
  if (guess.formerSession) await endSession(db, guess.formerSession);
  const session = await openSession(db, {
    staffId: person.id,
    ip: guess.ip,
    userAgent: guess.userAgent,
  });
  const device = await rememberDevice(db, guess.deviceToken, person.id);
  audit({
    event: 'auth.signed_in',
    record: staffRecord(person),
    after: { device: challenge.known_device_id ? 'known' : 'new' },
  });
  return { session, device };
});

type Person = Awaited<ReturnType<typeof lockPerson>>;
type Challenge = Awaited<ReturnType<typeof spendTry>>;

async function isRightAnswer(
  transaction: PublicTransaction,
  person: Person,
  challenge: Challenge,
  answer: Answer,
): Promise<boolean> {
  if ('recoveryCode' in answer) return spendRecoveryCode(transaction, person, answer.recoveryCode);
  if (challenge.factor === 'authenticator') return spendTimeCode(transaction, person.id, answer.code);
  return hashesMatch(challenge.code_hash!, hashCode(transaction.services.secret, challenge.id, answer.code));
}

async function refuseWrongAnswer(transaction: PublicTransaction, person: Person, challenge: Challenge) {
  const { triesLeft, known_device_id: knownDeviceId } = challenge;
  if (challenge.attempts === 1) {
    const { publicUrl } = transaction.services.settings;
    await queueMail(transaction, { to: person.email, ...wrongCodeMail({ name: person.name, publicUrl }) });
  }
  const { hasLocked } = await noteWrongCode(transaction, person, { knownDeviceId });
  return hasLocked ? refusal('auth.locked') : refusal('auth.wrong_code', { triesLeft });
}

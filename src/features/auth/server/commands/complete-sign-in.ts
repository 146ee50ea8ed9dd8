import { type PublicTransaction, publicCommand } from '#server/command.ts';
import type { RequestContext } from '#server/context.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { refusal } from '#server/refusal.ts';
import type { Session } from '#shared/session.ts';
import { passChallenge, spendTry } from '../challenges.ts';
import { hashCode, hashesMatch } from '../codes.ts';
import { deviceTokenOf, rememberDevice, writeDeviceCookie } from '../known-devices.ts';
import { lockedMail, strangersLockedMail, wrongCodeMail } from '../mails.ts';
import { lockPerson, staffRecord } from '../people.ts';
import { describeSession, endSession, openSession, ownTokenHash, writeSessionCookie } from '../sessions.ts';
import { countWrongCode, isLocked } from '../wrong-codes.ts';

type Guess = {
  challengeId: string;
  code: string;
  /** What the browser brought along, and what is noted of it. */
  deviceToken: string | null;
  formerSession: string | null;
  ip: string;
  userAgent: string;
};

/** Spends one try on a code; the right one opens a session, whose cookie goes out once it is committed. */
export async function completeSignIn(
  context: RequestContext,
  input: { challengeId: string; code: string },
): Promise<Session> {
  const { cookies, ip, userAgent } = context;
  const tokens = await guessSignInCode(context, {
    ...input,
    deviceToken: deviceTokenOf(cookies),
    formerSession: ownTokenHash(cookies),
    ip,
    userAgent,
  });
  writeSessionCookie(cookies, tokens.session);
  writeDeviceCookie(cookies, tokens.device);
  return describeSession(context.services, tokens.session);
}

const guessSignInCode = publicCommand(async (transaction, guess: Guess) => {
  const { db, services, audit, actAs } = transaction;
  const challenge = await spendTry(transaction, { id: guess.challengeId, purpose: 'sign_in' });
  const person = await lockPerson(db, challenge.staff_id!);
  if (person.disabled_at !== null) throw refusal('auth.challenge_over');
  if (isLocked(person, challenge.known_device_id)) throw refusal('auth.locked');
  actAs(person);
  if (!hashesMatch(challenge.code_hash, hashCode(services.secret, challenge.id, guess.code))) {
    return refuseWrongCode(transaction, person, challenge);
  }

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

/** A wrong code that has cost its try: counted, told to the owner, and at the twentieth the account is locked. */
async function refuseWrongCode(transaction: PublicTransaction, person: Person, challenge: Challenge) {
  const { db, services, audit } = transaction;
  const { publicUrl } = services.settings;
  const record = staffRecord(person);
  const device = challenge.known_device_id ? 'known' : 'new';
  audit({ event: 'auth.code_refused', record, after: { device, triesLeft: challenge.triesLeft } });
  if (challenge.attempts === 1) {
    await queueMail(transaction, { to: person.email, ...wrongCodeMail({ name: person.name, publicUrl }) });
  }

  const { hasLocked } = await countWrongCode(db, person.id, challenge.known_device_id);
  if (!hasLocked) return refusal('auth.wrong_code', { triesLeft: challenge.triesLeft });
  audit({
    event: 'auth.locked',
    record,
    after: { lockedFor: challenge.known_device_id ? 'all' : 'strangers' },
  });
  const mail = challenge.known_device_id ? lockedMail : strangersLockedMail;
  await queueMail(transaction, { to: person.email, ...mail({ name: person.name, publicUrl }) });
  return refusal('auth.locked');
}

import { type PublicTransaction, publicCommand } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Session } from '#shared/session.ts';
import { consumeTimeCode, findSecondFactor } from '../authenticators.ts';
import { consumeAttempt, isCode, passChallenge } from '../challenges.ts';
import { type BrowserAtSignIn, browserOf, finishSignIn, writeSignInResponse } from '../finish-sign-in.ts';
import { mailPerson, wrongCodeMail } from '../mails.ts';
import { lockPerson } from '../people.ts';
import { consumeRecoveryCode } from '../recovery-codes.ts';
import { countWrongCodes, isLocked, recordWrongCode } from '../wrong-codes.ts';

/** The answer to a challenge: the code it asks for, or a recovery code for a lost phone. */
type Answer = { code: string } | { recoveryCode: string };

type Completion = { challengeId: string; keepsSession: boolean };

type CodeAttempt = { challengeId: string; answer: Answer; browser: BrowserAtSignIn };

/** Uses one try on a code; the right one opens a session, whose cookie is set after the commit. */
export function completeSignIn(context: RequestContext, { code, ...input }: { code: string } & Completion) {
  return signInWith(context, input, { code });
}

/** The same with a recovery code instead of the authenticator's code. */
export function recoverSignIn(
  context: RequestContext,
  { recoveryCode, ...input }: { recoveryCode: string } & Completion,
): Promise<Session> {
  return signInWith(context, input, { recoveryCode });
}

async function signInWith(
  context: RequestContext,
  { challengeId, keepsSession }: Completion,
  answer: Answer,
): Promise<Session> {
  const browser = browserOf(context, keepsSession);
  return writeSignInResponse(context, await trySignInCode(context, { challengeId, answer, browser }));
}

const trySignInCode = publicCommand(async (transaction, guess: CodeAttempt) => {
  const { db } = transaction;
  const challenge = await consumeAttempt(transaction, { id: guess.challengeId, purpose: 'sign_in' });
  const person = await lockPerson(db, challenge.staff_id!);
  if (person.disabled_at !== null) throw domainError('auth.challenge_over');
  if (isLocked(person, challenge.known_device_id)) throw domainError('auth.locked');
  if (guess.browser.keepsSession && !mayConfirm(challenge)) throw domainError('auth.confirm_identity');
  // The second factor changed meanwhile: a mailed code must not outlive the enrolment of an authenticator.
  if ((await findSecondFactor(db, person)) !== challenge.factor) throw domainError('auth.challenge_over');
  if (!(await isRightAnswer(transaction, person, challenge, guess.answer))) {
    return assertRightAnswer(transaction, person, challenge);
  }

  await passChallenge(transaction, challenge.id);
  return finishSignIn(transaction, person, {
    by: challenge.vouched_by as 'password' | 'provider',
    knownDeviceId: challenge.known_device_id,
    browser: guess.browser,
    provenAt: challenge.proven_at,
  });
});

type Person = Awaited<ReturnType<typeof lockPerson>>;
type Challenge = Awaited<ReturnType<typeof consumeAttempt>>;

/** A provider may have signed in whoever is at an open browser, unless it was asked to re-authenticate. */
function mayConfirm({ vouched_by, confirms }: Challenge): boolean {
  return vouched_by === 'password' || confirms;
}

async function isRightAnswer(
  transaction: PublicTransaction,
  person: Person,
  challenge: Challenge,
  answer: Answer,
): Promise<boolean> {
  if ('recoveryCode' in answer) return consumeRecoveryCode(transaction, person, answer.recoveryCode);
  if (challenge.factor === 'authenticator') return consumeTimeCode(transaction, person.id, answer.code);
  return isCode(transaction.services.peppers, challenge, answer.code);
}

async function assertRightAnswer(transaction: PublicTransaction, person: Person, challenge: Challenge) {
  const { attempts, triesLeft, known_device_id: knownDeviceId } = challenge;
  const hasLocked = await recordWrongCode(transaction, person, knownDeviceId);
  const ofToday = { staffId: person.id, knownDeviceId, days: 1 };
  const count = await countWrongCodes(transaction.db, ofToday);
  // One digit is easily mistyped; a second wrong code of the day is told, once in each sign-in.
  if (attempts === 1 ? count > 1 : attempts === 2 && count === 2)
    await mailPerson(transaction, person, wrongCodeMail);
  return hasLocked ? domainError('auth.locked') : domainError('auth.wrong_code', { triesLeft });
}

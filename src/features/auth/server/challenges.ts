import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { PublicTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { isKeyedHash, keyedHash, type Peppers } from '#platform/server/secrets.ts';
import type { Challenge, SecondFactor } from '../contract.ts';
import { mailPerson, resetCodeMail, signInCodeMail } from './mails.ts';
import type { Addressee } from './people.ts';

/** What was verified before the code; for a provider, whether it re-authenticated the person and when. */
export type VerifiedFactor = { by: 'password' } | { by: 'provider'; confirms: boolean; provenAt: Date };

export type Purpose = 'sign_in' | 'password_reset';

const minutesValid = 10;
const tries = 5;
const maximumMails = 3;
const secondsBetweenMails = 30;
const resetDigits = 6;
const authenticatorDigits = 6;

const codeMails = { sign_in: signInCodeMail, password_reset: resetCodeMail };

const soon = sql<Date>`now() + make_interval(mins => ${minutesValid})`;
const now = sql<Date>`now()`;

/** Creates a challenge and mails its code; without a person it is a decoy that nobody can pass. */
export async function issueMailedChallenge(
  transaction: PublicTransaction,
  challenge: {
    purpose: Purpose;
    person: Addressee | null;
    knownDeviceId: string | null;
    vouched?: VerifiedFactor;
  },
): Promise<Challenge> {
  const { db, services } = transaction;
  const { purpose, person, knownDeviceId, vouched } = challenge;
  const id = uuid();
  const digits = purpose === 'sign_in' ? services.settings.mfaDigits : resetDigits;
  const code = newCode(digits);
  await db
    .insertInto('code_challenges')
    .values({
      id,
      purpose,
      staff_id: person?.id ?? null,
      known_device_id: knownDeviceId,
      digits,
      code_hash: hashCode(services.peppers, id, code),
      expires_at: soon,
      ...(vouched && columnsOf(vouched)),
    })
    .execute();
  if (person) await mailCode(transaction, { id, purpose, person, code });
  return toChallenge({ id, factor: 'email_code', digits, mails: 1 });
}

/** Creates a challenge for the code of the person's authenticator app. */
export async function issueAuthenticatorChallenge(
  { db }: PublicTransaction,
  {
    person,
    knownDeviceId,
    vouched,
  }: { person: Addressee; knownDeviceId: string | null; vouched: VerifiedFactor },
): Promise<Challenge> {
  const id = uuid();
  await db
    .insertInto('code_challenges')
    .values({
      id,
      purpose: 'sign_in',
      factor: 'authenticator',
      staff_id: person.id,
      known_device_id: knownDeviceId,
      digits: authenticatorDigits,
      mails: 0,
      ...columnsOf(vouched),
      expires_at: soon,
    })
    .execute();
  return toChallenge({ id, factor: 'authenticator', digits: authenticatorDigits, mails: maximumMails });
}

function columnsOf(vouched: VerifiedFactor) {
  return vouched.by === 'provider'
    ? { vouched_by: vouched.by, confirms: vouched.confirms, proven_at: vouched.provenAt }
    : { vouched_by: vouched.by };
}

/** Mails a new code, which invalidates the old one. The tries left stay the same. */
export async function renewChallenge(
  transaction: PublicTransaction,
  { id, purpose }: { id: string; purpose: Purpose },
): Promise<Challenge> {
  const { db, services } = transaction;
  await lockChallengedPerson(db, { id });
  const challenge = await db
    .selectFrom('code_challenges')
    .leftJoin('staff', 'staff.id', 'code_challenges.staff_id')
    .select([
      'code_challenges.digits',
      'code_challenges.mails',
      'staff.id as staff_id',
      'staff.name',
      'staff.email',
      'staff.disabled_at',
      sql<number>`ceil(extract(epoch from code_challenges.mailed_at - now()) + ${secondsBetweenMails})::int`.as(
        'wait',
      ),
    ])
    .where('code_challenges.id', '=', id)
    .where('code_challenges.purpose', '=', purpose)
    .where('code_challenges.factor', '=', 'email_code')
    .where('code_challenges.passed_at', 'is', null)
    .where('code_challenges.attempts', '<', tries)
    .where('code_challenges.expires_at', '>', now)
    .forUpdate('code_challenges')
    .executeTakeFirst();
  if (!challenge || challenge.disabled_at !== null) throw domainError('auth.challenge_over');
  if (challenge.mails >= maximumMails) throw domainError('auth.no_mails_left');
  if (challenge.wait > 0) throw domainError('auth.resend_too_soon', { retryAfterSeconds: challenge.wait });

  const code = newCode(challenge.digits);
  const mails = challenge.mails + 1;
  await db
    .updateTable('code_challenges')
    .set({
      code_hash: hashCode(services.peppers, id, code),
      mails,
      mailed_at: sql`now()`,
      expires_at: soon,
    })
    .where('id', '=', id)
    .execute();
  if (challenge.staff_id !== null) {
    const person = { id: challenge.staff_id, name: challenge.name!, email: challenge.email! };
    await mailCode(transaction, { id, purpose, person, code });
  }
  return toChallenge({ id, factor: 'email_code', digits: challenge.digits, mails });
}

async function mailCode(
  transaction: PublicTransaction,
  { id, purpose, person, code }: { id: string; purpose: Purpose; person: Addressee; code: string },
): Promise<void> {
  await mailPerson(transaction, person, () => codeMails[purpose](code), {
    isUrgent: true,
    topic: id,
    minutesValid,
  });
}

type Issued = { id: string; factor: SecondFactor; digits: number; mails: number };

function toChallenge({ id, factor, digits, mails }: Issued): Challenge {
  return {
    challengeId: id,
    factor,
    digits,
    resendAfterSeconds: secondsBetweenMails,
    mailsLeft: maximumMails - mails,
  };
}

/**
 * Uses one try before anything is compared. The row stays locked until the transaction ends and PostgreSQL re-evaluates
 * `attempts` for each waiting request, so only five of any number of simultaneous guesses are checked.
 */
export async function consumeAttempt(
  transaction: PublicTransaction,
  { id, purpose }: { id: string; purpose: Purpose },
) {
  await lockChallengedPerson(transaction.db, { id });
  const challenge = await transaction.db
    .updateTable('code_challenges')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('attempts', '<', tries)
    .where('passed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'staff_id', 'known_device_id', 'factor', 'code_hash', 'attempts'])
    .returning(['vouched_by', 'confirms', 'proven_at'])
    .executeTakeFirstOrThrow(() => domainError('auth.challenge_over'));
  return { ...challenge, triesLeft: tries - challenge.attempts };
}

/**
 * Locks the person before the challenge, in the same order as changes to the account do, to avoid deadlocks. A decoy
 * has no person to lock.
 */
export async function lockChallengedPerson(
  db: Db,
  challenge: { id: string } | { reset_token_hash: string },
): Promise<void> {
  const asked = db
    .selectFrom('code_challenges')
    .select('staff_id')
    .where((is) => is.and(challenge));
  await db.selectFrom('staff').select('id').where('id', 'in', asked).forNoKeyUpdate().execute();
}

/** Ends every code mailed to this person, because the password or address has changed. */
export async function endChallengesOf(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('code_challenges').where('staff_id', '=', staffId).execute();
}

/** Marks the challenge as passed; a reset continues with the token, which is valid as long as a code. */
export async function passChallenge(
  transaction: PublicTransaction,
  id: string,
  resetTokenHash: string | null = null,
): Promise<void> {
  await transaction.db
    .updateTable('code_challenges')
    .set({ passed_at: sql`now()`, reset_token_hash: resetTokenHash, expires_at: soon })
    .where('id', '=', id)
    .execute();
}

/** A one-time code of so many digits, each value equally likely. */
function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** The hash is bound to its challenge. */
function hashCode([current]: Peppers, challengeId: string, code: string): string {
  return keyedHash(current, textOf(challengeId, code));
}

export function isCode(
  peppers: Peppers,
  challenge: { id: string; code_hash: string | null },
  code: string,
): boolean {
  return (
    challenge.code_hash !== null && isKeyedHash(peppers, textOf(challenge.id, code), challenge.code_hash)
  );
}

function textOf(challengeId: string, code: string): string {
  return `one-time code|${challengeId}|${code}`;
}

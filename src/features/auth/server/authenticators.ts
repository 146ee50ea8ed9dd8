import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { SecondFactor } from '../contract.ts';
import { newAuthenticatorSecret, openSecret, sealSecret, stepOfCode } from './time-codes.ts';

const minutesShown = 30;

/**
 * Where the code of a person comes from. Somebody for whom the authenticator was chosen and who has none yet signs in
 * by mail, and enrols before anything else.
 */
export async function findSecondFactor(
  db: Db,
  person: { id: string; second_factor: string },
): Promise<SecondFactor> {
  if (person.second_factor !== 'authenticator') return 'email_code';
  return (await isEnrolled(db, person.id)) ? 'authenticator' : 'email_code';
}

export async function isEnrolled(db: Db, staffId: string): Promise<boolean> {
  const enrolled = await db
    .selectFrom('authenticators')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('enrolled_at', 'is not', null)
    .executeTakeFirst();
  return enrolled !== undefined;
}

/** Keeps a new secret, which counts once a code of it was typed; one that was shown before and not confirmed is dead. */
export async function keepNewSecret(
  { db, services }: Pick<CommandTransaction, 'db' | 'services'>,
  staffId: string,
): Promise<Buffer> {
  const secret = newAuthenticatorSecret();
  const sealed = sealSecret(services.peppers, staffId, secret);
  await db
    .insertInto('authenticators')
    .values({ staff_id: staffId, ...sealed })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ ...sealed, created_at: sql`now()` }))
    .execute();
  return secret;
}

type CodeTransaction = Pick<CommandTransaction, 'db' | 'services' | 'now'>;

/**
 * Whether the code is the enrolled app's, for a time step that was not used before; uses the step up. The caller
 * holds the lock of the staff row, so that of the same code at once only one is heard.
 */
export function spendTimeCode(transaction: CodeTransaction, staffId: string, code: string): Promise<boolean> {
  return spendStep(transaction, { staffId, code, isEnrolment: false });
}

/** Enrols what was shown, if the code is of it. The code's step is used up: it does not sign in as well. */
export function enrolWithCode(transaction: CodeTransaction, staffId: string, code: string): Promise<boolean> {
  return spendStep(transaction, { staffId, code, isEnrolment: true });
}

/** Whether a secret was shown that can still be confirmed. */
export async function hasShownSecret(db: Db, staffId: string): Promise<boolean> {
  const shown = await db
    .selectFrom('authenticators')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('enrolled_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutesShown})`)
    .executeTakeFirst();
  return shown !== undefined;
}

async function spendStep(
  { db, services, now }: CodeTransaction,
  { staffId, code, isEnrolment }: { staffId: string; code: string; isEnrolment: boolean },
): Promise<boolean> {
  const stored = await db
    .selectFrom('authenticators')
    .select(['secret', 'key_id', 'last_step'])
    .where('staff_id', '=', staffId)
    .where('enrolled_at', isEnrolment ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) return false;
  const secret = openSecret(services.peppers, staffId, stored);
  const step = stepOfCode(secret, { code, at: now, lastStep: stored.last_step });
  if (step === null) return false;
  await db
    .updateTable('authenticators')
    .set({ last_step: step, ...(isEnrolment ? { enrolled_at: sql`now()` } : {}) })
    .where('staff_id', '=', staffId)
    .execute();
  return true;
}

import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { type Db, hasRows } from '#platform/server/db/database.ts';
import type { OwnSecondFactor } from '../contract.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { newAuthenticatorSecret, openSecret, sealSecret, stepOfCode } from './time-codes.ts';

const minutesShown = 30;

/**
 * The source of a person's code. Somebody assigned an authenticator but without one yet signs in by mail and must enrol
 * first.
 */
export async function findSecondFactor(db: Db, person: { id: string; second_factor: string }) {
  if (person.second_factor !== 'authenticator') return 'email_code';
  return (await isEnrolled(db, person.id)) ? 'authenticator' : 'email_code';
}

/** A person's authenticator: enrolled, or only shown. */
function ownAuthenticator(db: Db, staffId: string, state: 'enrolled' | 'shown') {
  return db
    .selectFrom('authenticators')
    .where('staff_id', '=', staffId)
    .where('enrolled_at', state === 'enrolled' ? 'is not' : 'is', null);
}

export function isEnrolled(db: Db, staffId: string): Promise<boolean> {
  return hasRows(ownAuthenticator(db, staffId, 'enrolled'));
}

/** Whether a secret was shown that can still be confirmed. */
export function hasShownSecret(db: Db, staffId: string): Promise<boolean> {
  const since = sql<Date>`now() - make_interval(mins => ${minutesShown})`;
  return hasRows(ownAuthenticator(db, staffId, 'shown').where('created_at', '>', since));
}

/** The second factor as My account shows it. */
export async function getOwnSecondFactor(context: RequestContext): Promise<OwnSecondFactor> {
  const { db } = context.services;
  const { id } = actorOf(context);
  const enrolled = await ownAuthenticator(db, id, 'enrolled').select('enrolled_at').executeTakeFirst();
  if (!enrolled) return { factor: 'email_code', enrolledAt: null, recoveryCodesLeft: 0 };
  return {
    factor: 'authenticator',
    enrolledAt: enrolled.enrolled_at!.toISOString(),
    recoveryCodesLeft: await countRecoveryCodes(db, id),
  };
}

/** Stores a new secret, which takes effect once one of its codes is entered; an earlier unconfirmed one is replaced. */
export async function storeNewSecret(
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

/**
 * Whether the code is from the app, for a time step not used before; marks the step as used. The caller locks the staff
 * row, so that of simultaneous uses of one code only one succeeds. With state `shown`, the code enrols the app and
 * cannot sign in as well.
 */
export async function consumeTimeCode(
  { db, services, now }: Pick<CommandTransaction, 'db' | 'services' | 'now'>,
  staffId: string,
  code: string,
  state: 'enrolled' | 'shown' = 'enrolled',
): Promise<boolean> {
  const stored = await ownAuthenticator(db, staffId, state)
    .select(['secret', 'key_id', 'last_step'])
    .forUpdate()
    .executeTakeFirst();
  if (!stored) return false;
  const secret = openSecret(services.peppers, staffId, stored);
  const step = stepOfCode(secret, { code, at: now, lastStep: stored.last_step });
  if (step === null) return false;
  await db
    .updateTable('authenticators')
    .set({ last_step: step, ...(state === 'shown' ? { enrolled_at: sql`now()` } : {}) })
    .where('staff_id', '=', staffId)
    .execute();
  return true;
}

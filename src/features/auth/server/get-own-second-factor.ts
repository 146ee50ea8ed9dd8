import { actorOf, type RequestContext } from '#platform/server/context.ts';
import type { OwnSecondFactor } from '../contract.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** What My account shows of the second factor. */
export async function getOwnSecondFactor(context: RequestContext): Promise<OwnSecondFactor> {
  const { db } = context.services;
  const { id } = actorOf(context);
  const authenticator = await db
    .selectFrom('authenticators')
    .select('enrolled_at')
    .where('staff_id', '=', id)
    .where('enrolled_at', 'is not', null)
    .executeTakeFirst();
  if (!authenticator) return { factor: 'email_code', enrolledAt: null, recoveryCodesLeft: 0 };
  return {
    factor: 'authenticator',
    enrolledAt: authenticator.enrolled_at!.toISOString(),
    recoveryCodesLeft: await countRecoveryCodes(db, id),
  };
}

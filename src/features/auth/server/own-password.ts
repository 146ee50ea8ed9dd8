import { actorOf, type RequestContext } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { verifyPassword } from './passwords.ts';
import { limits, refund, spend } from './throttle.ts';

/** Refuses whoever cannot tell the own password: a stolen session must neither know nor find it. */
export async function refuseWrongOwnPassword(context: RequestContext, password: string): Promise<void> {
  const { services } = context;
  const { id } = actorOf(context);
  await spend(services, limits.ownPasswordByPerson, id);
  const { password_hash: passwordHash } = await services.db
    .selectFrom('staff')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(passwordHash, password))) throw refusal('auth.wrong_password');
  await refund(services, limits.ownPasswordByPerson, id);
}

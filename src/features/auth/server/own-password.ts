import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { deviceTokenOf, findDeviceOf } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';
import { limits, throttled } from './throttle.ts';

/** Carries out what asks for the own password; wrong ones count, so that a stolen session cannot find it out. */
export async function withOwnPasswordThrottle<Result>(
  context: RequestContext,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { services, cookies } = context;
  const { id } = actorOf(context);
  const device = await findDeviceOf(services.db, deviceTokenOf(cookies), id);
  return throttled(
    services,
    [[limits.ownPasswordByPerson, `${id}|${device}`]],
    'auth.wrong_password',
    attempt,
  );
}

/** Refuses whoever cannot tell the own password. */
export async function refuseWrongOwnPassword(context: RequestContext, password: string): Promise<void> {
  await withOwnPasswordThrottle(context, async () => {
    const { password_hash: passwordHash } = await context.services.db
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', actorOf(context).id)
      .executeTakeFirstOrThrow();
    if (!(await verifyPassword(passwordHash, password))) throw domainError('auth.wrong_password');
  });
}

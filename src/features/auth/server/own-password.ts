import { actorOf, type RequestContext, type Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { deviceTokenOf, findDeviceOf } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';
import { limits, throttled } from './throttle.ts';

/** Where a provider signs people in, passwords have no effect and cannot be changed. */
export function assertPasswordsInUse({ settings }: Services): void {
  if (settings.provider) throw domainError('auth.provider_replaces_password');
}

/** Runs an act that requires one's own password; wrong ones count, so that a stolen session cannot guess it. */
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

/** Refuses a wrong own password; where a provider replaces passwords, requires a fresh session instead. */
export async function assertOwnPassword(
  context: RequestContext,
  password: string | undefined,
): Promise<void> {
  if (context.services.settings.provider) {
    if (!actorOf(context).isFreshlyAuthenticated) throw domainError('auth.confirm_identity');
    return;
  }
  await withOwnPasswordThrottle(context, async () => {
    const { password_hash: passwordHash } = await context.services.db
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', actorOf(context).id)
      .executeTakeFirstOrThrow();
    if (password === undefined || !(await verifyPassword(passwordHash, password)))
      throw domainError('auth.wrong_password');
  });
}

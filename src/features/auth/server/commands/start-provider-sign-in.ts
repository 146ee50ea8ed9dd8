import type { RequestContext } from '#platform/server/context.ts';
import type { Role } from '#shared/roles.ts';
import { addressAtProvider, providerOf } from '../provider.ts';
import { startAttempt } from '../sign-on-attempts.ts';

/** Starts a sign-in at the provider, bound to this browser by a cookie. */
export async function startProviderSignIn(
  context: RequestContext,
  { role, confirms }: { role: Role; confirms: boolean },
): Promise<{ address: string }> {
  providerOf(context.services);
  const token = await startAttempt(context, { purpose: 'provider', role, confirms });
  return { address: await addressAtProvider(context.services, token, confirms) };
}

import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { recordOfActor } from '../people.ts';
import { clearSessionCookie, endSession, ownTokenHash } from '../sessions.ts';

/** Ends the session of the request. */
export async function signOut(context: RequestContext): Promise<Record<string, never>> {
  await endOwnSession(context, { tokenHash: ownTokenHash(context.cookies)! });
  clearSessionCookie(context.cookies);
  return {};
}

const endOwnSession = command('signOut', async ({ db, actor, audit }, input: { tokenHash: string }) => {
  await endSession(db, input.tokenHash);
  audit({ event: 'auth.signed_out', ...recordOfActor(actor) });
  return {};
});

import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { recordOfActor } from '../people.ts';
import { endSessionsOf, ownTokenHash } from '../sessions.ts';

/** Ends all the person's sessions except the current one. */
export function endOtherSessions(context: RequestContext): Promise<{ ended: number }> {
  return endOthers(context, { ownSession: ownTokenHash(context.cookies) });
}

const endOthers = command(
  'endOtherSessions',
  async ({ db, actor, audit }, { ownSession }: { ownSession: string | null }) => {
    const ended = await endSessionsOf(db, actor.id, ownSession);
    audit({ event: 'auth.other_sessions_ended', ...recordOfActor(actor), after: { ended } });
    return { ended };
  },
);

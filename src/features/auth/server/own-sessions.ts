import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { type OwnSession, OwnSession } from '../contract.ts';
import { fromRow } from '#platform/server/db/rows.ts';
import { deviceOf } from './device-words.ts';
import { liveSessions, ownTokenHash } from './sessions.ts';

/** The person's sessions that still hold, this one first, then the ones last used. */
export async function listSessions(context: RequestContext): Promise<{ sessions: OwnSession[] }> {
  const own = ownTokenHash(context.cookies);
  const rows = await liveSessions(context.services.db)
    .selectAll('sessions')
    .where('sessions.staff_id', '=', actorOf(context).id)
    .orderBy('sessions.last_seen_at', 'desc')
    .execute();
  const sessions = rows.map((row) =>
    fromRow(OwnSession, row, {
      isThisOne: row.token_hash === own,
      device: deviceOf(row.user_agent),
      signedInAt: row.created_at.toISOString(),
      lastUsedAt: row.last_seen_at.toISOString(),
    }),
  );
  return { sessions: sessions.sort((one, other) => Number(other.isThisOne) - Number(one.isThisOne)) };
}

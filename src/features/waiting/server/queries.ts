import { sql } from 'kysely';
import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { maximumCounted } from '#platform/server/db/waiting-rows.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { registered } from '#platform/server/registered.ts';
import type { Role } from '#shared/roles.ts';
import type { WaitingCount } from '../contract.ts';
import { everyWaiting, type WaitingName, waitingAt, waitingParameters } from '../waiting.ts';

/** One statement, so that all counts are of the same moment. */
export async function listWaiting(
  db: Db,
  actor: Pick<Actor, 'id' | 'role'>,
  desk: Role = actor.role,
): Promise<{ waiting: WaitingCount[] }> {
  if (desk !== actor.role && actor.role !== 'admin') throw domainError('auth.not_permitted');
  const asked = waitingAt(desk, actor.role).map(async (name) => {
    const parameters = waitingParameters(everyWaiting[name], actor.id);
    const rows = await registered.waiting[name](db, parameters);
    return rows && sql`select ${sql.lit(name)} as name, count, oldest from (${rows}) as waiting`;
  });
  const parts = (await Promise.all(asked)).filter((part) => part !== null);
  if (parts.length === 0) return { waiting: [] };
  const { rows } = await sql<{ name: WaitingName; count: number; oldest: Date | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  return {
    waiting: rows.map(({ name, count, oldest }) => ({
      name,
      count: Math.min(count, maximumCounted),
      isMore: count > maximumCounted,
      oldest: oldest?.toISOString() ?? null,
    })),
  };
}

import { sql } from 'kysely';
import { waitingApplicationQueries } from '#features/applications/server/waiting.ts';
import { waitingEventQueries } from '#features/audit/server/waiting.ts';
import { waitingCertificateQueries } from '#features/certificates/server/waiting.ts';
import { waitingDraftQueries } from '#features/demand-drafts/server/waiting.ts';
import { waitingProposalQueries } from '#features/masters/server/waiting.ts';
import { waitingPrintRoomQueries } from '#features/print-runs/server/waiting.ts';
import { waitingReprintQueries } from '#features/reprints/server/waiting.ts';
import { waitingSignatureQueries } from '#features/signing/server/waiting.ts';
import { waitingStockQueries } from '#features/stock/server/waiting.ts';
import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { mostCounted, type WaitingQuery } from '#platform/server/db/waiting-rows.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Role } from '#shared/roles.ts';
import type { WaitingCount } from '../contract.ts';
import { type WaitingName, waitingAt } from '../waiting.ts';

const queries: Record<WaitingName, WaitingQuery> = {
  ...waitingApplicationQueries,
  ...waitingCertificateQueries,
  ...waitingReprintQueries,
  ...waitingPrintRoomQueries,
  ...waitingSignatureQueries,
  ...waitingStockQueries,
  ...waitingProposalQueries,
  ...waitingDraftQueries,
  ...waitingEventQueries,
};

/** One statement, so that all counts are of the same moment. */
export async function listWaiting(
  db: Db,
  actor: Pick<Actor, 'id' | 'role'>,
  desk: Role = actor.role,
): Promise<{ waiting: WaitingCount[] }> {
  if (desk !== actor.role && actor.role !== 'admin') throw domainError('auth.not_permitted');
  const asked = waitingAt(desk, actor.role).map(async (name) => {
    const rows = await queries[name](db, actor.id);
    return rows && sql`select ${sql.lit(name)} as name, count, oldest from (${rows}) as waiting`;
  });
  const parts = (await Promise.all(asked)).filter((part) => part !== null);
  if (parts.length === 0) return { waiting: [] };
  const { rows } = await sql<{ name: WaitingName; count: number; oldest: Date | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  return {
    waiting: rows.map(({ name, count, oldest }) => ({
      name,
      count: Math.min(count, mostCounted),
      isMore: count > mostCounted,
      oldest: oldest?.toISOString() ?? null,
    })),
  };
}

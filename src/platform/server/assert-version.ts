import { everyName } from '#shared/audit-names.ts';
import { shownActorName } from './db/audit-chain.ts';
import type { Db } from './db/database.ts';
import { domainError } from './domain-error.ts';

/**
 * Refuses when the caller decided on an older version than the locked row has, and says who changed it since.
 * `type` is the record's in the audit log.
 */
export async function assertVersion(
  db: Db,
  { type, row }: { type: string; row: { id: string; version: number } },
  version: number,
): Promise<void> {
  if (row.version === version) return;
  const last = await db
    .selectFrom('audit_events')
    .select(shownActorName.as('actor_name'))
    .where('record_type', 'in', everyName('recordTypes', type))
    .where('record_id', '=', row.id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  throw domainError('records.stale', { changedBy: last?.actor_name ?? null });
}

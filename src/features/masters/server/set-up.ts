import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { eventsOfRecords } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';

/** Events of set-up by one person alone that no second person has confirmed since. */
const unconfirmed = sql<boolean>`after ? 'setUpAlone' and sequence > coalesce(
  (select max(sequence) from audit_events where event = 'masters.set_up_confirmed'), 0)`;

/** Everybody who set up alone, except the command on the server. */
export const setUpAloneBy = sql<string[]>`array(
  select distinct actor_id from audit_events where ${unconfirmed} and actor_id is not null)`;

export async function listSetUpAloneBy(db: Db): Promise<string[]> {
  const { ids } = await db.selectNoFrom(setUpAloneBy.as('ids')).executeTakeFirstOrThrow();
  return ids;
}

/**
 * Whoever vouches for a proof has seen the result of the masters, so the first proof confirms everything set up alone.
 */
export async function confirmSetUp(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  proof: { id: string; label: string },
): Promise<void> {
  const { count } = await eventsOfRecords(db)
    .where(unconfirmed)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  audit({
    event: 'masters.set_up_confirmed',
    record: { type: 'proof', ...proof },
    after: { changes: count },
  });
}

import { v7 as uuid } from 'uuid';
import { createPool } from '#platform/server/db/connections.ts';
import { createDb } from '#platform/server/db/database.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { recordOf } from './last-numbers.ts';

/** Puts a restored database into recovery mode, with the owner's URL, and deletes its sessions. */
export async function openRecovery(ownerUrl: string, restoredTo: Date): Promise<void> {
  const pool = createPool(ownerUrl, 'migration');
  const db = createDb(pool);
  try {
    await recordAsPortal({ jobDb: db }, async (transaction, audit) => {
      await transaction.deleteFrom('sessions').execute();
      const moments = { restored_at: new Date(), restored_to: restoredTo };
      // The restored moment may lie within a recovery. Its input may have been confirmed and counted on from since, so
      // it is cleared.
      const open = await transaction
        .updateTable('recoveries')
        .set({ ...moments, entered_by: null, entered_at: null })
        .where('confirmed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      const recovery = { id: open?.id ?? uuid(), ...moments };
      if (open) await transaction.deleteFrom('recovery_numbers').where('recovery_id', '=', open.id).execute();
      else await transaction.insertInto('recoveries').values(recovery).execute();
      audit({
        event: 'recoveries.opened',
        ...recordOf(recovery),
        after: { restoredTo: restoredTo.toISOString() },
      });
    });
  } finally {
    await pool.end();
  }
}

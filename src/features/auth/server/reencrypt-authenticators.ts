import { inTransaction } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { openSecret, sealSecret } from './time-codes.ts';

/**
 * Re-encrypts with SECRET what an earlier secret encrypted, and logs what still depends on that one: recovery codes are
 * stored as hashes, so they need SECRET_PREVIOUS until they are used or replaced.
 */
export async function reencryptAuthenticators({ db, peppers, log }: Services): Promise<void> {
  const [current] = peppers;
  const resealed = await inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('authenticators')
      .select(['staff_id', 'secret', 'key_id'])
      .where('key_id', 'is distinct from', current.id)
      .forUpdate()
      .skipLocked()
      .execute();
    let count = 0;
    for (const row of rows) {
      try {
        const secret = openSecret(peppers, row.staff_id, row);
        await transaction
          .updateTable('authenticators')
          .set(sealSecret(peppers, row.staff_id, secret))
          .where('staff_id', '=', row.staff_id)
          .execute();
        count += 1;
      } catch (error) {
        log.error({ err: error, staffId: row.staff_id }, 'an authenticator cannot be sealed anew');
      }
    }
    return count;
  });
  const left = await countEarlierRecoveryCodes(db, current.id);
  if (resealed > 0 || left.codes > 0)
    log.warn({ resealed, ...left }, 'SECRET has changed; recovery codes that are left need SECRET_PREVIOUS');
}

async function countEarlierRecoveryCodes(db: Db, keyId: string): Promise<{ codes: number; people: number }> {
  return db
    .selectFrom('recovery_codes')
    .select((eb) => [
      eb.fn.countAll<number>().as('codes'),
      eb.fn.count<number>('staff_id').distinct().as('people'),
    ])
    .where('key_id', 'is distinct from', keyId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
}

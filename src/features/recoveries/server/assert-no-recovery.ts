import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';

/** After a restore nothing is printed until it is known what was issued since the restored moment (decision 78). */
export async function assertNotInRecovery(db: Db): Promise<void> {
  const open = await db
    .selectFrom('recoveries')
    .select('id')
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (open) throw domainError('recoveries.open');
}

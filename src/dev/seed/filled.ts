import type { Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

/** Whether the demo is complete. */
export async function isFilled({ db }: Services): Promise<boolean> {
  const done = await db
    .selectFrom('audit_events')
    .select('sequence')
    .where('record_type', '=', 'demo')
    .where('event', '=', 'demo.filled')
    .limit(1)
    .executeTakeFirst();
  return done !== undefined;
}

/** Records that the demo is complete. The commit waits for the disk, and with it all that came before. */
export async function recordFilled(services: Services): Promise<void> {
  await recordAsPortal(services, async (_db, audit) => {
    audit({ event: 'demo.filled', record: { type: 'demo', id: 'demo', label: 'Demo data' } });
  });
}

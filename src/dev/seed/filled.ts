import type { Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

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

/** Records that the demo is complete. This commit waits for the disk, which also makes all earlier ones durable. */
export async function recordFilled(services: Services): Promise<void> {
  await recordAsPortal(services, async (_db, audit) => {
    audit({ event: 'demo.filled', record: { type: 'demo', id: 'demo', label: 'Demo data' } });
  });
}

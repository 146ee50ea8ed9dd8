import type { Services } from './context.ts';
import { recordAsPortal } from './record-as-portal.ts';

const demoMarker = { type: 'demo', id: 'demo', label: 'Demo data' } as const;

/**
 * Demo mode fills a database with accounts whose password is public, so it first marks the database, and each mode
 * refuses a database of the other. The mark is an audit event, which the portal cannot remove.
 */
export async function assertDatabaseOfMode(services: Services): Promise<void> {
  const { demo } = services.settings;
  const isMarked = await hasEvent(services, 'demo.started');
  if (isMarked && !demo) {
    throw new Error(
      'This database was filled by demo mode: its accounts have a published password. Use another DATA_DIRECTORY or DATABASE_URL for production.',
    );
  }
  if (isMarked || !demo) return;
  if (await hasEvent(services, null)) {
    throw new Error(
      'This database was not made by demo mode, which would add accounts with a published password. Use another DATA_DIRECTORY or DATABASE_URL for the demo.',
    );
  }
  await recordAsPortal(services, async (_db, audit) => audit({ event: 'demo.started', record: demoMarker }));
}

async function hasEvent({ db }: Services, event: string | null): Promise<boolean> {
  let query = db.selectFrom('audit_events').select('sequence').limit(1);
  if (event) query = query.where('record_type', '=', demoMarker.type).where('event', '=', event);
  return (await query.executeTakeFirst()) !== undefined;
}

import { expect, test } from 'vitest';
import { filePortal, startPortal } from '#dev/testing/portal.ts';
import { assertDatabaseOfMode } from './demo-marker.ts';
import { recordAsPortal } from './record-as-portal.ts';

const portal = await filePortal();

function assertAs(mode: { demo: boolean }): Promise<void> {
  const { services } = portal;
  return assertDatabaseOfMode({ ...services, settings: { ...services.settings, ...mode } });
}

test('demo mode marks its database, comes back to it, and production refuses it', async () => {
  await assertAs({ demo: false });
  await assertAs({ demo: true });
  await assertAs({ demo: true });
  await expect(assertAs({ demo: false })).rejects.toThrow('This database was filled by demo mode');
});

test('demo mode refuses a database in which real work was done', async () => {
  const other = await startPortal();
  try {
    const record = { type: 'staff', id: 'first', label: 'Asha Rao' } as const;
    await recordAsPortal(other.services, async (_db, audit) => audit({ event: 'staff.added', record }));
    await expect(assertDatabaseOfMode(other.services)).rejects.toThrow('was not made by demo mode');
  } finally {
    await other.close();
  }
});

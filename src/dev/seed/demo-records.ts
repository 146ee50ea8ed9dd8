import path from 'node:path';
import { importPack, preparePack } from '#features/packs/server/import-pack.ts';
import { readPackFiles } from '#features/packs/server/pack-files.ts';
import type { Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

/** The pack of the demo's university: settings, colleges and papers. */
const pack = path.resolve(import.meta.dirname, '../../../packs/vishwavidya');

/** Sets up the office. Records that already match the pack are left alone. */
export async function seedRecords(services: Services, at: Date): Promise<void> {
  const prepared = await preparePack(services, await readPackFiles(pack));
  await recordAsPortal(
    services,
    async (db, audit) => {
      await importPack({ db, audit, now: at }, prepared);
    },
    at,
  );
}

import path from 'node:path';
import { importPack, preparePack } from '#features/packs/server/import-pack.ts';
import { readPackFiles } from '#features/packs/server/pack-files.ts';
import type { Services } from '#platform/server/context.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

/** The university of the demo: its settings, colleges and kinds of paper. */
const pack = path.resolve(import.meta.dirname, '../../../packs/vishwavidya');

/** Everything that an office needs before anybody works in it; what is there already as the pack says stays. */
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

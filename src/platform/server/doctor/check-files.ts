import type { Services } from '#platform/server/context.ts';
import { createPool } from '#platform/server/db/connections.ts';
import { createDb } from '#platform/server/db/database.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { filesWithoutRow } from '#platform/server/files/purge-files.ts';
import { checkStored } from '#platform/server/files/stored-files.ts';
import type { Check, Finding } from './check.ts';

/** Whether the store and its rows match. */
export const filesCheck: Check = {
  name: 'files',
  isWhole: true,
  async *run({ settings, databaseUrl }) {
    const pool = createPool(databaseUrl, 'backup');
    try {
      const files = await createFileStore(settings);
      await files.place.assertUsable();
      yield* checkFiles({ db: createDb(pool), files });
    } finally {
      await pool.end();
    }
  },
};

const batchSize = 500;
/** A file may be written this long before its row is committed. */
const inFlightMilliseconds = 60 * 60 * 1_000;

type Store = Pick<Services, 'db' | 'files'>;

/** Every row has its file with the recorded content, and every file has its row. */
async function* checkFiles(services: Store): AsyncGenerator<Finding> {
  let checked = 0;
  let after = '';
  for (;;) {
    const rows = await services.db
      .selectFrom('stored_files')
      .select(['key', 'byte_size as byteSize', 'sha256'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(batchSize)
      .execute();
    for (const row of rows) {
      const fault = await checkStored(services, row);
      // Not a fault if it was removed meanwhile.
      if (fault && (await isStillReferenced(services, row.key))) {
        const said = fault === 'missing' ? 'is missing' : 'differs from what was stored';
        yield { isProblem: true, sentence: `The file ${row.key} ${said}. Restore it from a backup.` };
      }
    }
    checked += rows.length;
    if (rows.length < batchSize) break;
    after = rows.at(-1)!.key;
  }
  yield { isProblem: false, sentence: `${checked} files were compared with their rows.` };
  yield* checkOrphans(services);
}

async function isStillReferenced({ db }: Store, key: string): Promise<boolean> {
  const row = await db.selectFrom('stored_files').select('key').where('key', '=', key).executeTakeFirst();
  return row !== undefined;
}

async function* checkOrphans(services: Store): AsyncGenerator<Finding> {
  for await (const { key, changedAt } of filesWithoutRow(services)) {
    const isInFlight = Date.now() - changedAt.getTime() < inFlightMilliseconds;
    yield {
      isProblem: !isInFlight,
      sentence: isInFlight
        ? `The file ${key} has no row yet: it is being uploaded, or was left by a crash.`
        : `The file ${key} has no row. The nightly job removes it once it is a day old.`,
    };
  }
}

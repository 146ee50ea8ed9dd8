import { copyFile, readdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { purgeLeftOverFiles, purgeUnattachedUploads } from '#platform/server/files/purge-files.ts';
import { deleting, type Purge, purgeOfRows } from './purge.ts';

const maximumLogBytes = 20 * 1024 * 1024;
const yearInMilliseconds = 366 * 24 * 60 * 60 * 1_000;

/** Purges that belong to no feature. */
export const serverPurges: Purge[] = [
  {
    what: 'the access log',
    after: '1 year',
    how: 'rows of `access_log`, by `access_log__purge()`',
    async run({ db }) {
      const { rows } = await sql<{ removed: number }>`select access_log__purge() as removed`.execute(db);
      return rows[0]!.removed;
    },
  },
  purgeOfRows('idempotency keys with their answers', {
    after: '1 day',
    table: 'idempotent_requests',
    since: 'created_at',
  }),
  {
    what: 'to whom mails were sent or given up, and when',
    after: '1 year',
    how: 'rows of `outbox`; their text goes when they are sent',
    run: deleting(sql`delete from outbox where coalesce(sent_at, given_up_at) < now() - interval '1 year'`),
  },
  {
    what: 'uploads that no record refers to',
    after: '31 days',
    how: 'rows of `files` with all their copies; audit event `files.purged`',
    run: purgeUnattachedUploads,
  },
  {
    what: 'files without a row, unfinished ones included',
    after: '1 day',
    how: 'files of the store',
    run: purgeLeftOverFiles,
  },
  {
    what: 'log of the embedded PostgreSQL',
    after: '1 year',
    how: '`postgres.log` begins anew at 20 MiB; its earlier parts stay beside it as `postgres.log.YYYY-MM-DD…`',
    run: cutPostgresLog,
  },
];

/** A log part is as old as its last line, so no line is removed too early. */
async function cutPostgresLog({ settings }: Services): Promise<number> {
  if (settings.databaseUrl) return 0;
  const folder = path.join(settings.dataDirectory, 'postgres');
  const file = path.join(folder, 'postgres.log');
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size >= maximumLogBytes) {
    await copyFile(file, `${file}.${new Date().toISOString()}`);
    // The server opens the file for appending, so it continues at the new end.
    await truncate(file);
  }
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith('postgres.log.')) continue;
    const { mtimeMs } = await stat(path.join(folder, name));
    if (Date.now() - mtimeMs < yearInMilliseconds) continue;
    await rm(path.join(folder, name));
    removed += 1;
  }
  return removed;
}

import { copyFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { unscoped } from '#platform/server/db/database.ts';
import { purgeLeftOverFiles, purgeUnattachedUploads } from '#platform/server/files/purge-files.ts';
import { deleting, type Purge, purgeOfRows } from './purge.ts';

const mostLogBytes = 20 * 1024 * 1024;

/** What belongs to no feature. */
export const serverPurges: Purge[] = [
  {
    what: 'the access log',
    after: '1 year',
    how: 'rows of `access_log`, by `access_log__purge()`',
    async run({ db }) {
      const { rows } = await sql<{ removed: number }>`select access_log__purge() as removed`.execute(
        unscoped(db),
      );
      return rows[0]!.removed;
    },
  },
  purgeOfRows('idempotency keys with their answers', {
    after: '1 day',
    table: 'idempotent_requests',
    since: 'created_at',
  }),
  {
    what: 'mails that were sent or given up',
    after: '30 days',
    how: 'rows of `outbox`',
    run: deleting(sql`delete from outbox where coalesce(sent_at, given_up_at) < now() - interval '30 days'`),
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
    after: '20 MiB',
    how: '`postgres.log` begins anew, the earlier part stays as `postgres.log.1` until the next time',
    async run({ settings }) {
      if (settings.databaseUrl) return 0;
      const file = path.join(settings.dataDirectory, 'postgres', 'postgres.log');
      const size = await stat(file).then(
        (found) => found.size,
        () => 0,
      );
      if (size < mostLogBytes) return 0;
      await copyFile(file, `${file}.1`);
      // The server appends, so that it goes on at the new end.
      await truncate(file);
      return 1;
    },
  },
];

import { existsSync } from 'node:fs';
import path from 'node:path';
import { archivesIn, unfinishedRestore } from './backup/backup-folder.ts';
import { assertSchemaIsCurrent, SchemaMismatchError } from './db/migrate.ts';
import { ensureLoginRole, prepareDatabase } from './db/prepare-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { loadOrCreateSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

/** A database that is ready to serve: `url` is the application role's. */
export type OpenDatabase = { url: string; ownerUrl: string | null; embedded: EmbeddedPostgres | null };

/** A portal that is stopping holds its directory no longer than this. */
const longestStopMs = 30_000;

const loginRole = 'dikshant';

/** Every start of the portal's own server archives: one that did not would leave a hole that nothing is restored past. */
export async function startOwnDatabase(
  { dataDirectory, backupDirectory }: Pick<Settings, 'dataDirectory' | 'backupDirectory'>,
  options: { waitForHolderMs?: number } = {},
): Promise<EmbeddedPostgres> {
  if (existsSync(path.join(dataDirectory, unfinishedRestore)))
    throw new Error(
      `A restore into ${dataDirectory} is under way, or was cut off. Empty the directory if no npm run restore runs, and restore again.`,
    );
  return startEmbeddedPostgres({
    directory: path.join(dataDirectory, 'postgres'),
    archives: archivesIn(backupDirectory),
    ...options,
  });
}

/**
 * The database of the settings, or our own embedded one. With the owner's URL the schema is brought up to date;
 * without it (the usual case in production) `npm run migrate` does that, and any other schema is refused.
 */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    if (settings.databaseOwnerUrl) await prepareDatabase(settings.databaseOwnerUrl);
    else await assertSchemaIsCurrent(settings.databaseUrl);
    return { url: settings.databaseUrl, ownerUrl: settings.databaseOwnerUrl, embedded: null };
  }
  const embedded = await startOwnDatabase(settings, { waitForHolderMs: longestStopMs });
  try {
    const ownerUrl = embedded.superuserUrl;
    await prepareDatabase(ownerUrl);
    const password = await loadOrCreateSecret(settings.dataDirectory, 'database-password');
    await ensureLoginRole(ownerUrl, { name: loginRole, password });
    const url = new URL(ownerUrl);
    url.username = loginRole;
    url.password = password;
    return { url: url.href, ownerUrl, embedded };
  } catch (error) {
    await embedded.stop();
    if (settings.demo && error instanceof SchemaMismatchError)
      error.message += ` To begin the demo afresh, delete ${settings.dataDirectory}.`;
    throw error;
  }
}

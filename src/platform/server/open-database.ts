import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { archivesIn, unfinishedRestore } from './backup/backup-folder.ts';
import { assertSchemaIsCurrent, SchemaMismatchError } from './db/migrate.ts';
import { ensureLoginRole, prepareDatabase } from './db/prepare-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { fileDirectory } from './files/disk-driver.ts';
import { loadOrCreateSecret } from './secrets.ts';
import type { Settings } from './settings.ts';
import { assertReachable, makeFolder } from './settings-in-use.ts';

/** A migrated and running database: `url` is the application role's. */
export type OpenDatabase = { url: string; ownerUrl: string | null; embedded: EmbeddedPostgres | null };

/** A stopping portal releases its directory within this time. */
const maximumStopMs = 30_000;

const loginRole = 'dikshant';

/** Starts the embedded server, always with archiving: a start without it would leave a gap that no restore can pass. */
export async function startOwnDatabase(
  { dataDirectory, backupDirectory }: Pick<Settings, 'dataDirectory' | 'backupDirectory'>,
  options: { waitForHolderMs?: number } = {},
): Promise<EmbeddedPostgres> {
  const [directory, archives] = [path.join(dataDirectory, 'postgres'), archivesIn(backupDirectory)];
  const restore = path.join(dataDirectory, unfinishedRestore);
  if (existsSync(restore)) {
    const isComplete = existsSync(directory) && readdirSync(restore).length === 0;
    if (!isComplete)
      throw new Error(
        `A restore into ${dataDirectory} is under way, or was cut off. If none is running, run npm run restore again.`,
      );
    // Left by a restore that was interrupted before its last step.
    rmdirSync(restore);
  }
  // Accessible to the account that the server of a portal run by root uses.
  makeFolder('DATA_DIRECTORY', directory, 0o777);
  makeFolder('BACKUP_DIRECTORY', archives);
  return startEmbeddedPostgres({
    directory,
    archives,
    ...options,
  });
}

/**
 * The database of the settings, or our own embedded one. With the owner's URL the schema is migrated; without it (usual
 * in production) `npm run migrate` does that, and any other schema is refused.
 */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl } = settings;
  if (databaseUrl) {
    makeFolder('DATA_DIRECTORY', fileDirectory(settings));
    if (databaseOwnerUrl) {
      await assertReachable('DATABASE_OWNER_URL', databaseOwnerUrl);
      await prepareDatabase(databaseOwnerUrl);
    }
    await assertReachable('DATABASE_URL', databaseUrl);
    if (databaseDirectUrl) await assertReachable('DATABASE_DIRECT_URL', databaseDirectUrl);
    if (!databaseOwnerUrl) await assertSchemaIsCurrent(databaseUrl);
    return { url: databaseUrl, ownerUrl: databaseOwnerUrl, embedded: null };
  }
  const embedded = await startOwnDatabase(settings, { waitForHolderMs: maximumStopMs });
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

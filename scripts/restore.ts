// `npm run restore`: restores the portal in BACKUP_DIRECTORY into an empty DATA_DIRECTORY, to the end of its archive.
//   npm run restore -- --to 2026-11-23T18:30:00+05:30    to this second
//   npm run restore -- --external                        the database of DATABASE_OWNER_URL was restored by other means
// The portal starts in recovery mode, with a new archive and a new base backup.
import { parseArgs } from 'node:util';
import '#app/server/features.ts';
import { openRecovery } from '#features/recoveries/server/open-recovery.ts';
import { restoreBackup, settingsFile } from '#platform/server/backup/restore-backup.ts';
import { readPassphrase } from '#platform/server/backup/seal-secrets.ts';
import { takeBackup } from '#platform/server/backup/take-backup.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import { assertNotTakenByRoot } from '#platform/server/embedded-postgres/directory-claim.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { readDirectories } from '#platform/server/settings.ts';

const maximumNamed = 50;

const recoverySentence =
  'The portal starts in recovery mode: it gives no number and prints nothing until an admin has entered the last numbers on paper and another one has confirmed them.';

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, external: { type: 'boolean' } } });
  await (values.external ? openExternal() : restoreOwn(values.to === undefined ? null : momentOf(values.to)));
} catch (error) {
  console.error(`Not restored. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** For a database restored by other means; it enters recovery mode like any other. */
async function openExternal(): Promise<void> {
  const url = process.env.DATABASE_OWNER_URL;
  if (!url) throw new Error('DATABASE_OWNER_URL is missing: the restored database.');
  await prepareDatabase(url);
  const { rows } = await withClient(url, 'backup', (client) =>
    client.query<{ at: Date | null }>('select max(at) as at from audit_events'),
  );
  await openRecovery(url, rows[0]!.at ?? new Date());
  console.log(recoverySentence);
}

async function restoreOwn(to: Date | null): Promise<void> {
  const directories = readDirectories(process.env);
  assertNotTakenByRoot(directories.dataDirectory);
  const passphrase = await readPassphrase(process.env);
  const faults = await restoreBackup(
    { ...directories, passphrase, to, say: console.log },
    async (url, { at }) => {
      await prepareDatabase(url);
      await openRecovery(url, at);
    },
  );
  console.log(
    `Settings of the lost machine, SECRET included, are in ${directories.dataDirectory}/${settingsFile}.`,
  );
  console.log(recoverySentence);
  await takeNewBackup(passphrase);
  if (faults.length === 0) return;
  console.error(
    `The portal is restored, but ${faults.length} of its files are not in the backup as they were stored: ${faults.slice(0, maximumNamed).join(', ')}. npm run doctor names all of them.`,
  );
  process.exitCode = 1;
}

/** The restored server has a new timeline, so it gets an archive of its own. */
async function takeNewBackup(passphrase: string): Promise<void> {
  const directories = readDirectories(process.env);
  const server = await startOwnDatabase(directories);
  try {
    const { folder } = await takeBackup({
      url: server.superuserUrl,
      ...directories,
      passphrase,
      // The backup that was restored may be needed again.
      keepDays: null,
      environment: process.env,
    });
    console.log(`A new archive is begun, and a new base backup is in ${folder}.`);
  } catch (error) {
    console.error(`The new base backup failed; take one with npm run backup. ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text) ||
    Number.isNaN(moment.getTime())
  )
    throw new Error(`${text} is no moment with its zone, for example 2026-11-23T18:30:00+05:30.`);
  return moment;
}

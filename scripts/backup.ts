// `npm run backup`: writes a base backup of the portal in DATA_DIRECTORY (database, files and sealed secrets) to
// BACKUP_DIRECTORY, whether the portal is running or not. BACKUP_PASSPHRASE_FILE holds the passphrase.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readPassphrase } from '#platform/server/backup/seal-secrets.ts';
import { takeBackup } from '#platform/server/backup/take-backup.ts';
import { readDirectories, readKeepDays, readObjectStore } from '#platform/server/settings.ts';
import { withOwnerUrl } from './owner-url.ts';

try {
  if (process.env.DATABASE_URL || process.env.DATABASE_OWNER_URL)
    throw new Error(
      'An external database is backed up by its own means: docs/operations.md has the commands that were tried.',
    );
  const directories = readDirectories(process.env);
  const passphrase = await readPassphrase(process.env);
  const keepDays = readKeepDays(process.env);
  if (!existsSync(path.join(directories.dataDirectory, 'postgres')))
    throw new Error(`There is no portal in ${directories.dataDirectory}.`);
  const began = Date.now();
  const { folder, sealed } = await withOwnerUrl((url) =>
    takeBackup({ url, ...directories, passphrase, keepDays, environment: process.env }),
  );
  const objectStore = readObjectStore(process.env);
  if (objectStore)
    console.log(
      `Files are in the bucket '${objectStore.bucket}' and not in the backup: its versioning or replication has to keep them.`,
    );
  const checkpoints = sealed.filter((name) => name.startsWith('checkpoints/')).length;
  const secrets = sealed.filter((name) => !name.startsWith('checkpoints/'));
  console.log(`The backup is complete in ${folder}, after ${Math.ceil((Date.now() - began) / 1_000)} s.`);
  console.log(`Sealed with the passphrase: ${secrets.join(', ')}, and ${checkpoints} checkpoints.`);
} catch (error) {
  console.error(`No backup was taken. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

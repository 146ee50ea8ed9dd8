import path from 'node:path';
import {
  assertNotTakenByRoot,
  DatabaseDirectoryInUseError,
} from '#platform/server/embedded-postgres/directory-claim.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { readDirectories } from '#platform/server/settings.ts';
import { assertReachable } from '#platform/server/settings-in-use.ts';

/**
 * Runs `work` with the owner's URL of the database: the one in the settings, or the embedded one of DATA_DIRECTORY,
 * whether a portal is running on it or not.
 */
export async function withOwnerUrl<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const directories = readDirectories(process.env);
  assertNotTakenByRoot(directories.dataDirectory);
  const setting = process.env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const given = process.env[setting];
  if (given) {
    await assertReachable(setting, given);
    return work(given);
  }
  const server = await startOwnDatabase(directories).catch((error: unknown) => {
    if (error instanceof DatabaseDirectoryInUseError) return null;
    throw error;
  });
  if (!server) return work(runningServerUrl(path.join(directories.dataDirectory, 'postgres')));
  try {
    return await work(server.superuserUrl);
  } finally {
    await server.stop();
  }
}

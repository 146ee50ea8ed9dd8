import { accessSync, constants, mkdirSync } from 'node:fs';
import pg from 'pg';
import { withClient } from './db/connections.ts';
import { reasonOf } from './doctor/check.ts';

/** Creates the folder of a setting; an error names the setting. */
export function makeFolder(setting: string, folder: string, mode = 0o700): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`${setting} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Connects once to the database of a setting; an error names the setting and hides the password. */
export async function assertReachable(setting: string, url: string): Promise<void> {
  let place = 'its address';
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    place = `${host}:${port}`;
    await withClient(url, 'query', async () => {});
  } catch (error) {
    const fault = error instanceof pg.DatabaseError ? 'refuses the connection' : 'does not answer';
    throw new Error(`The database of ${setting} at ${place} ${fault}: ${reasonOf(error)}.`);
  }
}

/** Replaces a disk-full error by one that names the setting; other errors are returned unchanged. */
export function explainFullDisk(error: unknown, setting: string, folder: string): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  return isFull ? new Error(`The disk of ${setting} is full. Make room for ${folder}.`) : error;
}

import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withClient } from './db/connections.ts';
import { reasonOf } from './doctor/check.ts';

/**
 * Creates the folder of a setting; an error names the setting. Step by step, because Node's recursive mkdir never
 * returns where a folder exists but cannot contain new ones, such as /proc.
 */
export function makeFolder(setting: string, folder: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  try {
    for (const one of missing) makeOne(one, mode);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`${setting} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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
export function nameFullDisk(error: unknown, setting: string, folder: string): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  return isFull ? new Error(`The disk of ${setting} is full. Make room for ${folder}.`) : error;
}

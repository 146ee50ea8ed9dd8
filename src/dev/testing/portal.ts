import pg from 'pg';
import { afterAll } from 'vitest';
import { openPortal, type Portal, type PortalOptions } from './open-portal.ts';
import { createTestDatabase } from './test-database.ts';

// biome-ignore lint/performance/noBarrelFile: tests import one file; the other one is for what runs outside Vitest
export { type Caller, newestCode, newestMail, type Portal, type StaffCaller } from './open-portal.ts';

let shared: Promise<Portal> | undefined;

/**
 * The portal that all test files of this process share, which nobody closes: for tests that need no settings, worker or
 * owner of their own, and count nothing over the whole university. Few may ask /verify or /status: one address has few tries.
 */
export function sharedPortal(): Promise<Portal> {
  shared ??= startPortal();
  return shared;
}

/** The whole portal on a port of its own, over a database of its own that is empty. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  return openPortal(await createTestDatabase(), options);
}

/** The same for the tests of one file, which starts it at its top; closed after the last of them. */
export async function filePortal(options: PortalOptions = {}): Promise<Portal> {
  const portal = await startPortal(options);
  afterAll(() => portal.close());
  return portal;
}

/** Several connections for the tests of one file, ended after the last of them. */
export function filePool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 });
  // The database is dropped by force, while the last of them may still be ending.
  pool.on('connect', (client) => client.on('error', () => {}));
  afterAll(() => pool.end());
  return pool;
}

/** A connection for the tests of one file, which opens it at its top; ended after the last of them. */
export async function fileClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  afterAll(() => client.end());
  return client;
}

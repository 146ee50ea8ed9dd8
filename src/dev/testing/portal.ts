import { openPortal, type Portal, type PortalOptions } from './open-portal.ts';
import { createTestDatabase } from './test-database.ts';

// biome-ignore lint/performance/noBarrelFile: tests import one file; the other one is for what runs outside Vitest
export { type Caller, newestCode, type Portal, type StaffCaller } from './open-portal.ts';

let shared: Promise<Portal> | undefined;

/**
 * The portal that all test files of this process share, which nobody closes: for tests that need no settings, worker or
 * owner of their own, and count nothing over the whole university.
 */
export function sharedPortal(): Promise<Portal> {
  shared ??= startPortal();
  return shared;
}

/** The whole portal on a port of its own, over a database of its own that is empty. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  return openPortal(await createTestDatabase(), options);
}

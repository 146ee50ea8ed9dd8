import { createOffice } from './factories.ts';
import type { PortalOptions } from './open-portal.ts';
import { filePortal, sharedPortal } from './portal.ts';

/** A portal for the tests of one file, set up to receive and print. */
export async function fileOffice(options: PortalOptions = {}) {
  const portal = await filePortal(options);
  return { portal, office: await createOffice(portal) };
}

/** The shared portal with colleges and a paper of the caller's own. */
export async function sharedOffice() {
  const portal = await sharedPortal();
  return { portal, office: await createOffice(portal) };
}

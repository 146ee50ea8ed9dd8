import { platformContract } from '#platform/contract/platform-contract.ts';
import { createPortalClient } from './portal-client.ts';

/** What the platform's own screens ask for; those of features have a client of all operations. */
export const { client, api } = createPortalClient(platformContract);

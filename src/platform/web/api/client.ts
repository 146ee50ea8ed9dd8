import { platformContract } from '#platform/contract/platform-contract.ts';
import { createPortalClient } from './portal-client.ts';

/** The client of the platform's own screens; features have one with all operations. */
export const { client, api } = createPortalClient(platformContract);

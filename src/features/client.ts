import { contract } from '#features/features.ts';
import { createPortalClient } from '#platform/web/api/portal-client.ts';

/** All operations as functions, and `api` with their options for TanStack Query. */
export const { client, api } = createPortalClient(contract);

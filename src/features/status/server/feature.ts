import { throttledStranger } from '#features/auth/server/throttle-stranger.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { statusContract } from '../contract.ts';
import { findApplicationStatus } from './find-application-status.ts';

const statusPart = partOf(statusContract, {
  // Nobody is signed in, so there is no scope.
  commands: {
    findApplicationStatus: (context, input) =>
      throttledStranger(context, () => findApplicationStatus(context.services.db, input)),
  },
});

export const server: ServerFeature = {
  parts: { status: statusPart },
};

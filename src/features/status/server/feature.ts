import { throttleAnonymous } from '#features/auth/server/throttle-anonymous.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { statusContract } from '../contract.ts';
import { findApplicationStatus } from './find-application-status.ts';

const statusPart = partOf(statusContract, {
  commands: {
    findApplicationStatus: (context, input) => {
      const db = unscoped(context.services.db, 'Anybody may ask for any application with both its numbers.');
      return throttleAnonymous(context, () => findApplicationStatus(db, input));
    },
  },
});

export const server: ServerFeature = {
  parts: { status: statusPart },
};

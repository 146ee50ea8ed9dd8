import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { waitingContract } from '../contract.ts';
import { listWaiting } from './queries.ts';

const waitingPart = partOf(waitingContract, {
  commands: {
    listWaiting: (context, { desk }) => listWaiting(context.services.db, actorOf(context), desk),
  },
});

export const server: ServerFeature = {
  parts: { waiting: waitingPart },
};

import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { waitingContract } from '../contract.ts';
import { listWaiting } from './queries.ts';

export const waitingPart = partOf(waitingContract, {
  commands: {
    listWaiting: (context, { desk }) =>
      context.services.read((db) => listWaiting(db, actorOf(context), desk)),
  },
});

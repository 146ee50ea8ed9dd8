import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { waitingRows } from '#platform/server/db/waiting-rows.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { identitiesContract } from '../contract.ts';
import { listIdentityCollisions, openCollisions } from './queries.ts';
import { settleIdentityCollision } from './settle.ts';

const identitiesPart = partOf(identitiesContract, {
  queries: { listIdentityCollisions },
  commands: { settleIdentityCollision },
});

export const server: ServerFeature = {
  parts: { identities: identitiesPart },
  waiting: {
    'identities.collisions': async (db) =>
      waitingRows(openCollisions(db), { column: 'identity_collisions.found_at', type: 'timestamptz' }),
  },
};

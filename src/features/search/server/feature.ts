import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { searchContract } from '../contract.ts';
import { findRecords, recallRecords } from './find-records.ts';

const searchPart = partOf(searchContract, {
  commands: {
    findRecords: (context, { q }) => findRecords(context.services.db, actorOf(context), q),
    recallRecords: (context, { records }) => recallRecords(context.services.db, actorOf(context), records),
  },
});

export const server: ServerFeature = {
  parts: { search: searchPart },
};

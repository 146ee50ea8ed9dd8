import '../words.ts';
import type { ServerFeature } from '#platform/server/feature.ts';

export const server: ServerFeature = {
  constraints: {
    concessions__reason_known: { code: 'masters.not_offered', field: 'concession.reason' },
  },
};

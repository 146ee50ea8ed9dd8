import '../words.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { packRoutes } from './pack-routes.ts';

export const server: ServerFeature = {
  routes: packRoutes,
};

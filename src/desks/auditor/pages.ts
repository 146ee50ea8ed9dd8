import { lazyPages } from '#platform/web/router/desk.ts';

export const { ConcessionsPage, DraftDaysPage, ReprintsPage, SpoilagePage } = lazyPages(
  () => import('./lists.tsx'),
);

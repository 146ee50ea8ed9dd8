import { lazyPages } from '#platform/web/router/desk.ts';

export const { DashboardDesk } = lazyPages(() => import('./dashboard.tsx'));
export const { ManageApplicationsDesk } = lazyPages(() => import('./manage-applications.tsx'));
export const { OverviewDesk } = lazyPages(() => import('./overview.tsx'));
export const { PrintQueueDesk } = lazyPages(() => import('./print-queue.tsx'));
export const { ConcessionsPage, DraftDaysPage, ReprintsPage, SpoilagePage } = lazyPages(
  () => import('./auditor/lists.tsx'),
);

import { lazyPages } from '#platform/web/router/desk.ts';

export const { ManageApplicationsDesk } = lazyPages(() => import('./manage-applications.tsx'));

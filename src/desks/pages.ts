import { lazyPages } from '#platform/web/router/lazy-pages.ts';

export const { ManageApplicationsDesk } = lazyPages(() => import('./manage-applications.tsx'));

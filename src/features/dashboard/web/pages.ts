import { lazyPages } from '#platform/web/router/desk.ts';

export const { DashboardPage } = lazyPages(() => import('./dashboard-page.tsx'));
export const { AuditorFeesPage, FeeGeneratedPage } = lazyPages(() => import('./fees-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { FindingsPage } = lazyPages(() => import('./findings-page.tsx'));
export const { FindingPage } = lazyPages(() => import('./finding-page.tsx'));
export const { InspectionReportsPage } = lazyPages(() => import('./inspection-reports-page.tsx'));

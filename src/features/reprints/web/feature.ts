import { lazyPages } from '#platform/web/router/desk.ts';

export const { ApprovedForReprintPage } = lazyPages(() => import('./approved-for-reprint-page.tsx'));
export const { PendingReprintApprovalsPage } = lazyPages(
  () => import('./pending-reprint-approvals-page.tsx'),
);
export const { ReprintRequestsPage } = lazyPages(() => import('./reprint-requests-page.tsx'));

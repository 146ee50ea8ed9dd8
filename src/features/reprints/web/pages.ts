import { lazyRouteComponent } from '@tanstack/react-router';

export const ApprovedForReprintPage = lazyRouteComponent(
  () => import('./approved-for-reprint-page.tsx'),
  'ApprovedForReprintPage',
);
export const PendingReprintApprovalsPage = lazyRouteComponent(
  () => import('./pending-reprint-approvals-page.tsx'),
  'PendingReprintApprovalsPage',
);
export const ReprintRequestsPage = lazyRouteComponent(
  () => import('./reprint-requests-page.tsx'),
  'ReprintRequestsPage',
);

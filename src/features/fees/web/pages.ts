import { lazyRouteComponent } from '@tanstack/react-router';

export const DemandDraftsPage = lazyRouteComponent(
  () => import('./demand-drafts-page.tsx'),
  'DemandDraftsPage',
);
export const FeeTotalsPage = lazyRouteComponent(() => import('./fee-totals-page.tsx'), 'FeeTotalsPage');
export const PendingFeePage = lazyRouteComponent(() => import('./pending-fee-page.tsx'), 'PendingFeePage');
export const TotalFeeGeneratedPage = lazyRouteComponent(
  () => import('./total-fee-generated-page.tsx'),
  'TotalFeeGeneratedPage',
);

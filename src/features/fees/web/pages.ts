import { lazyRouteComponent } from '@tanstack/react-router';

export const DemandDraftsPage = lazyRouteComponent(
  () => import('./demand-drafts-page.tsx'),
  'DemandDraftsPage',
);
export const FeeTotalsPage = lazyRouteComponent(() => import('./fee-totals-page.tsx'), 'FeeTotalsPage');
export const PendingFeePage = lazyRouteComponent(() => import('./fee-lists.tsx'), 'PendingFeePage');
export const TotalFeeGeneratedPage = lazyRouteComponent(
  () => import('./fee-lists.tsx'),
  'TotalFeeGeneratedPage',
);

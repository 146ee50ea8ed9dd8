import { lazyPages } from '#platform/web/router/desk.ts';

export const { CollectionsPage } = lazyPages(() => import('./collections-page.tsx'));
export const { DemandDraftsPage } = lazyPages(() => import('./demand-drafts-page.tsx'));
export const { FeeTotalsPage } = lazyPages(() => import('./fee-totals-page.tsx'));
export const { PendingFeePage, TotalFeeGeneratedPage } = lazyPages(() => import('./fee-lists.tsx'));

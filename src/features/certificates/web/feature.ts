import { lazyPages } from '#platform/web/router/desk.ts';

export const { BundlePage } = lazyPages(() => import('./bundle-page.tsx'));
export const { BundlesPage } = lazyPages(() => import('./bundles-page.tsx'));
export const { NewBundlePage } = lazyPages(() => import('./new-bundle-page.tsx'));
export const { PendingCertificatesPage } = lazyPages(() => import('./pending-certificates-page.tsx'));
export const { RevocationsPage } = lazyPages(() => import('./revocations-page.tsx'));
export const { PrintedCertificatesPage } = lazyPages(() => import('./printed-certificates-page.tsx'));

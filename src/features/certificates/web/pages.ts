import { lazyRouteComponent } from '@tanstack/react-router';

export const BundlePage = lazyRouteComponent(() => import('./bundle-page.tsx'), 'BundlePage');
export const BundlesPage = lazyRouteComponent(() => import('./bundles-page.tsx'), 'BundlesPage');
export const NewBundlePage = lazyRouteComponent(() => import('./new-bundle-page.tsx'), 'NewBundlePage');
export const PendingCertificatesPage = lazyRouteComponent(
  () => import('./pending-certificates-page.tsx'),
  'PendingCertificatesPage',
);
export const PrintedCertificatesPage = lazyRouteComponent(
  () => import('./printed-certificates-page.tsx'),
  'PrintedCertificatesPage',
);

import { lazyRouteComponent } from '@tanstack/react-router';

export const CertificateStockPage = lazyRouteComponent(
  () => import('./certificate-stock.tsx'),
  'CertificateStockPage',
);
export const CustodyPage = lazyRouteComponent(() => import('./custody-page.tsx'), 'CustodyPage');
export const InkStockPage = lazyRouteComponent(() => import('./ink-stock.tsx'), 'InkStockPage');
export const InkUsePage = lazyRouteComponent(() => import('./ink-use-page.tsx'), 'InkUsePage');
export const StockCountPage = lazyRouteComponent(() => import('./stock-count-page.tsx'), 'StockCountPage');
export const StockCountsPage = lazyRouteComponent(() => import('./stock-counts-page.tsx'), 'StockCountsPage');
export const CertificateStockFormPage = lazyRouteComponent(
  () => import('./stock-form-pages.tsx'),
  'CertificateStockFormPage',
);
export const InkStockFormPage = lazyRouteComponent(
  () => import('./stock-form-pages.tsx'),
  'InkStockFormPage',
);
export const StockPage = lazyRouteComponent(() => import('./stock-page.tsx'), 'StockPage');

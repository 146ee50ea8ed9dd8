import { lazyPages } from '#platform/web/router/desk.ts';

export const { CertificateStockPage, InkStockPage } = lazyPages(() => import('./stock-list.tsx'));
export const { CertificateStockFormPage, InkStockFormPage } = lazyPages(
  () => import('./stock-form-pages.tsx'),
);
export const { CustodyPage } = lazyPages(() => import('./custody-page.tsx'));
export const { InkUsePage } = lazyPages(() => import('./ink-use-page.tsx'));
export const { StockCountPage } = lazyPages(() => import('./stock-count-page.tsx'));
export const { StockCountsPage } = lazyPages(() => import('./stock-counts-page.tsx'));
export const { StockPage } = lazyPages(() => import('./stock-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { BulkUploadPage } = lazyPages(() => import('./bulk-upload-page.tsx'));
export const { OpeningBalancesPage } = lazyPages(() => import('./opening-balances-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { CompletedPrintingPage, PendingPrintPage } = lazyPages(() => import('./certificate-pages.tsx'));
export const { PrintRunsPage } = lazyPages(() => import('./print-runs-page.tsx'));
export const { PrintersPage } = lazyPages(() => import('./printers-page.tsx'));
export const { ProofsPage } = lazyPages(() => import('./proofs-page.tsx'));

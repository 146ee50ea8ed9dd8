import { lazyRouteComponent } from '@tanstack/react-router';

export const CompletedPrintingPage = lazyRouteComponent(
  () => import('./completed-printing-page.tsx'),
  'CompletedPrintingPage',
);
export const PendingPrintPage = lazyRouteComponent(
  () => import('./pending-print-page.tsx'),
  'PendingPrintPage',
);
export const PrintQueuePage = lazyRouteComponent(() => import('./print-queue-page.tsx'), 'PrintQueuePage');
export const PrintRunPage = lazyRouteComponent(() => import('./print-run-page.tsx'), 'PrintRunPage');
export const PrintRunsPage = lazyRouteComponent(() => import('./print-runs-page.tsx'), 'PrintRunsPage');
export const PrintersPage = lazyRouteComponent(() => import('./printers-page.tsx'), 'PrintersPage');
export const ProofsPage = lazyRouteComponent(() => import('./proofs-page.tsx'), 'ProofsPage');

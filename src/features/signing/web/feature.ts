import { lazyPages } from '#platform/web/router/desk.ts';

export const { NewSigningBatchPage } = lazyPages(() => import('./new-signing-batch-page.tsx'));
export const { SigningBatchPage } = lazyPages(() => import('./signing-batch-page.tsx'));
export const { SigningBatchesPage } = lazyPages(() => import('./signing-batches-page.tsx'));

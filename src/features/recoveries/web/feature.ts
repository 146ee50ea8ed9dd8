import { lazyPages } from '#platform/web/router/desk.ts';

export const { RecoveryPage } = lazyPages(() => import('./recovery-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { AuditorFeesPage, FeeGeneratedPage } = lazyPages(() => import('./fees-page.tsx'));

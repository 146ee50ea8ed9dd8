import { lazyPages } from '#platform/web/router/desk.ts';

export const { ExceptionsPage } = lazyPages(() => import('./exceptions-page.tsx'));
export const { ExceptionHitsPage } = lazyPages(() => import('./exception-hits-page.tsx'));
export const { ExceptionLimitsPage } = lazyPages(() => import('./exception-limits-page.tsx'));

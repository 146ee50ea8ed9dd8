import { lazyPages } from '#platform/web/router/desk.ts';

export const { RegisterPage } = lazyPages(() => import('./register-page.tsx'));
export const { RollPage } = lazyPages(() => import('./roll-page.tsx'));
export const { RollsPage } = lazyPages(() => import('./rolls-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { CollisionsPage } = lazyPages(() => import('./collisions-page.tsx'));

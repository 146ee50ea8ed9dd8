import { lazyPages } from '#platform/web/router/desk.ts';

export const { PackPage } = lazyPages(() => import('./pack-page.tsx'));

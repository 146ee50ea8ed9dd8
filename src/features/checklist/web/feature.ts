import { lazyPages } from '#platform/web/router/desk.ts';

export const { ChecklistPage } = lazyPages(() => import('./checklist-page.tsx'));

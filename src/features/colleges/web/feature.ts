import { lazyPages } from '#platform/web/router/desk.ts';

export const { CollegeFormPage } = lazyPages(() => import('./college-form.tsx'));
export const { CollegesPage } = lazyPages(() => import('./colleges-page.tsx'));

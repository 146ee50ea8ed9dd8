import { lazyPages } from '#platform/web/router/desk.ts';

export const { TemplatePage } = lazyPages(() => import('./template-page.tsx'));
export const { TemplatesPage } = lazyPages(() => import('./templates-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { BooksPage, BookRowsPage } = lazyPages(() => import('./books-page.tsx'));
export const { HandingOverPage } = lazyPages(() => import('./handing-over-page.tsx'));

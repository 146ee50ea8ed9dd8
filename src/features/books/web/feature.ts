import { lazyPages } from '#platform/web/router/desk.ts';

export const { BooksPage } = lazyPages(() => import('./books-page.tsx'));
export const { BookRowsPage } = lazyPages(() => import('./book-rows-page.tsx'));
export const { HandingOverPage } = lazyPages(() => import('./handing-over-page.tsx'));

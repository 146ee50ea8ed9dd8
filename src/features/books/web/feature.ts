import { lazyPages } from '#platform/web/router/desk.ts';

export const { BooksPage, HandingOverPage } = lazyPages(() => import('./books-page.tsx'));
export const { BookRowsPage } = lazyPages(() => import('./book-rows-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { StudentFormPage } = lazyPages(() => import('./student-form-page.tsx'));
export const { StudentsPage } = lazyPages(() => import('./students-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { StudentFormPage } = lazyPages(() => import('./student-form.tsx'));
export const { StudentsPage } = lazyPages(() => import('./students-page.tsx'));

import { lazyRouteComponent } from '@tanstack/react-router';

export const StudentFormPage = lazyRouteComponent(() => import('./student-form-page.tsx'), 'StudentFormPage');
export const StudentsPage = lazyRouteComponent(() => import('./students-page.tsx'), 'StudentsPage');

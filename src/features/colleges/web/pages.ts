import { lazyRouteComponent } from '@tanstack/react-router';

export const CollegeFormPage = lazyRouteComponent(() => import('./college-form-page.tsx'), 'CollegeFormPage');
export const CollegesPage = lazyRouteComponent(() => import('./colleges-page.tsx'), 'CollegesPage');

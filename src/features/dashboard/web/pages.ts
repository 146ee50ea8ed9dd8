import { lazyRouteComponent } from '@tanstack/react-router';

export const DashboardPage = lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage');
export const AuditorFeesPage = lazyRouteComponent(() => import('./fees-page.tsx'), 'AuditorFeesPage');
export const FeeGeneratedPage = lazyRouteComponent(() => import('./fees-page.tsx'), 'FeeGeneratedPage');

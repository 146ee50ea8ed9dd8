import { lazyRouteComponent } from '@tanstack/react-router';

export const AccessLogPage = lazyRouteComponent(() => import('./log-pages.tsx'), 'AccessLogPage');
export const AuditLogPage = lazyRouteComponent(() => import('./log-pages.tsx'), 'AuditLogPage');
export const AuditorOverviewPage = lazyRouteComponent(
  () => import('./overview-page.tsx'),
  'AuditorOverviewPage',
);

import { lazyRouteComponent } from '@tanstack/react-router';

export const AccessLogPage = lazyRouteComponent(() => import('./access-log-page.tsx'), 'AccessLogPage');
export const AuditLogPage = lazyRouteComponent(() => import('./audit-log-page.tsx'), 'AuditLogPage');
export const AuditorOverviewPage = lazyRouteComponent(
  () => import('./overview-page.tsx'),
  'AuditorOverviewPage',
);

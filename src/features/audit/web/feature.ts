import { lazyPages } from '#platform/web/router/desk.ts';

export const { AccessLogPage, AuditLogPage } = lazyPages(() => import('./log-pages.tsx'));
export const { ProofPage } = lazyPages(() => import('./proof-page.tsx'));

import { lazyPages } from '#platform/web/router/desk.ts';

export const { ProofPage } = lazyPages(() => import('./proof-page.tsx'));
export const { AccessLogPage, AuditLogPage, MastersChangedPage } = lazyPages(() => import('./log-pages.tsx'));

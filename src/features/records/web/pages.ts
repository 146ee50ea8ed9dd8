import { lazyPages } from '#platform/web/router/desk.ts';

export const { ApplicationRecordPage } = lazyPages(() => import('./application-record-page.tsx'));
export const { CertificateRecordPage } = lazyPages(() => import('./certificate-record-page.tsx'));
export const { DraftRecordPage } = lazyPages(() => import('./draft-record-page.tsx'));
export const { PersonRecordPage } = lazyPages(() => import('./person-record-page.tsx'));
export const { RunRecordPage } = lazyPages(() => import('./run-record-page.tsx'));
export const { SheetRecordPage } = lazyPages(() => import('./sheet-record-page.tsx'));

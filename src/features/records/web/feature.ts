import { lazyPages } from '#platform/web/router/desk.ts';

export const { RecordPageOfKind } = lazyPages(() => import('./record-page-of-kind.tsx'));

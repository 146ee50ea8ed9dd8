import { useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from '#platform/web/components/loading.tsx';
import type { TimelineKind } from '#shared/record-kinds.ts';

/** Each kind is a chunk of its own, to keep the first page small. */
const pages: Record<TimelineKind, ComponentType> = {
  application: lazy(() =>
    import('./application-record-page.tsx').then((page) => ({ default: page.ApplicationRecordPage })),
  ),
  certificate: lazy(() =>
    import('./certificate-record-page.tsx').then((page) => ({ default: page.CertificateRecordPage })),
  ),
  draft: lazy(() => import('./draft-record-page.tsx').then((page) => ({ default: page.DraftRecordPage }))),
  sheet: lazy(() => import('./sheet-record-page.tsx').then((page) => ({ default: page.SheetRecordPage }))),
  run: lazy(() => import('./run-record-page.tsx').then((page) => ({ default: page.RunRecordPage }))),
  person: lazy(() => import('./person-record-page.tsx').then((page) => ({ default: page.PersonRecordPage }))),
};

/** /<desk>/records/<kind>/<id or number>, and /<desk>/print-runs/<id or number>. */
export function RecordPageOfKind() {
  const kind = useRouterState({
    select: ({ location }) => {
      const [, , folder, kind] = location.pathname.split('/');
      return folder === 'records' ? (kind as TimelineKind) : 'run';
    },
  });
  const Page = pages[kind];
  return (
    <Suspense fallback={<Loading />}>
      <Page />
    </Suspense>
  );
}

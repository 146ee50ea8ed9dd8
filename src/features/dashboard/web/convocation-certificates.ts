import type { Certificate } from '#features/certificates/contract.ts';
import { api } from '#features/client.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { convocationCertificatesLayout } from '../columns.ts';

type Sort = 'convocationNumber';

/** Every certificate, printed or not, newest first. */
export const convocationCertificates = listSource<Certificate, Sort, Record<never, string>, { stage: 'all' }>(
  {
    layout: convocationCertificatesLayout,
    page: api.certificates.listCertificates,
    count: api.certificates.countCertificates,
    fixed: { stage: 'all' },
    addedBy: ['certificates.created'],
  },
);

export const convocationColumns: Column<Certificate, Sort>[] = columnsOf(convocationCertificatesLayout, {
  registrationNumber: { width: 140 },
  examRollNumber: { width: 120 },
  studentName: { width: 180, card: 'title' },
  convocationNumber: { width: 130, sortKey: 'convocationNumber' },
});

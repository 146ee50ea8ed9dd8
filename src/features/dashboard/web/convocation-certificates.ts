import type { Certificate } from '#features/certificates/contract.ts';
import { client } from '#features/client.ts';
import type { Column, ListSource } from '#platform/web/components/list/list-declaration.ts';
import { columnsOf } from '#platform/web/components/list/sheet-columns.tsx';
import { convocationCertificatesSheet } from '../columns.ts';

type Sort = 'convocationNumber';

/** Every certificate, printed or not, newest first. */
export const convocationCertificates: ListSource<Certificate, Sort, Record<never, string>> = {
  queryKey: ['certificates', 'all'],
  fetchPage: ({ filters: _, sort, ...page }, options) =>
    client.certificates.listCertificates({ ...page, stage: 'all', sort }, options),
  fetchCount: ({ search }, options) =>
    client.certificates.countCertificates({ search, stage: 'all' }, options),
  exportOf: ({ search, sort }) => ({
    sheet: convocationCertificatesSheet,
    input: { search, stage: 'all', sort },
  }),
};

export const convocationColumns: Column<Certificate, Sort>[] = columnsOf(convocationCertificatesSheet, {
  registrationNumber: { width: 140 },
  examRollNumber: { width: 120 },
  studentName: { width: 180, card: 'title' },
  convocationNumber: { width: 130, sortKey: 'convocationNumber' },
});

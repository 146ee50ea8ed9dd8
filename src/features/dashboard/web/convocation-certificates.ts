import type { Certificate } from '#features/certificates/contract.ts';
import { client } from '#web/api/client.ts';
import type { Column, ListSource } from '#web/components/list/list-declaration.ts';

type Sort = 'convocationNumber';

/** Every certificate, printed or not, newest first. */
export const convocationCertificates: ListSource<Certificate, Sort, Record<never, string>> = {
  queryKey: ['certificates', 'all'],
  fetchPage: ({ filters: _, sort, ...page }, options) =>
    client.certificates.listCertificates({ ...page, stage: 'all', sort }, options),
  fetchCount: ({ search }, options) =>
    client.certificates.countCertificates({ search, stage: 'all' }, options),
};

export const convocationColumns: Column<Certificate, Sort>[] = [
  { key: 'registrationNumber', header: 'College Reg No', width: 140 },
  { key: 'examRollNumber', header: 'Exam roll No', width: 120 },
  { key: 'studentName', header: 'Student name', width: 180, card: 'title' },
  { key: 'convocationNumber', header: 'Convocation No', width: 130, sortKey: 'convocationNumber' },
];

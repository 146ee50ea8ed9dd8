import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
import { convocationCertificatesSheet } from '../columns.ts';

export const dashboardExports = [
  listExport({
    sheet: convocationCertificatesSheet,
    operation: certificatesContract.listCertificates,
    read: listCertificates,
  }),
];

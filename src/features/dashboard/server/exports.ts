import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { staffContract } from '#features/staff/contract.ts';
import { listStaff } from '#features/staff/server/queries.ts';
import { listExport } from '#server/exports/list-export.ts';
import { convocationCertificatesSheet, usersSheet } from '../columns.ts';

export const dashboardExports = [
  listExport({
    sheet: convocationCertificatesSheet,
    operation: certificatesContract.listCertificates,
    read: listCertificates,
  }),
  listExport({
    sheet: usersSheet,
    operation: staffContract.listStaff,
    // Only admins read it, and they are of the whole university.
    read: (db, _scope, input) => listStaff(db, input),
  }),
];

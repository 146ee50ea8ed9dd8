import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/queries.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
import { bundlesContract } from '../bundle-contract.ts';
import { bundlesSheet, pendingCertificatesSheet, printedCertificatesSheet } from '../columns.ts';
import { certificatesContract } from '../contract.ts';
import { listBundles } from './bundles.ts';
import { listCertificates } from './queries.ts';

export const certificateExports = [
  listExport({
    sheet: pendingCertificatesSheet,
    operation: applicationsContract.listApplications,
    read: listApplications,
  }),
  listExport({
    sheet: printedCertificatesSheet,
    operation: certificatesContract.listCertificates,
    read: listCertificates,
  }),
  listExport({ sheet: bundlesSheet, operation: bundlesContract.listBundles, read: listBundles }),
];

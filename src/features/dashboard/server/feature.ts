import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { convocationCertificatesLayout } from '../columns.ts';
import { dashboardContract } from '../contract.ts';
import { getFunnel } from './funnel.ts';
import {
  getApplicationFigures,
  getFeeFigures,
  getStaffFigures,
  getYearlyRevenue,
  withinCollege,
} from './queries.ts';

const dashboardPart = partOf(dashboardContract, {
  queries: {
    getApplicationFigures: (db, filters) => getApplicationFigures(db, new Date(), filters),
    getFeeFigures: (db) => getFeeFigures(db, new Date()),
    getYearlyRevenue: (db, input) =>
      getYearlyRevenue(withinCollege(db, input.collegeId), { chosen: input.year, now: new Date() }),
    getFunnel: (db, { collegeId }) => getFunnel(withinCollege(db, collegeId), new Date()),
    getStaffFigures: (db) => getStaffFigures(db, new Date()),
  },
  exports: [
    exportList(convocationCertificatesLayout, certificatesContract.listCertificates, listCertificates),
  ],
});

export const server: ServerFeature = {
  parts: { dashboard: dashboardPart },
};

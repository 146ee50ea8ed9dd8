import { listExport } from '#server/exports/list-export.ts';
import { manageApplicationsSheet, totalApplicationsSheet } from '../columns.ts';
import { applicationsContract } from '../contract.ts';
import { listApplications } from './queries.ts';

const { listApplications: operation } = applicationsContract;

export const applicationExports = [
  listExport({ sheet: totalApplicationsSheet, operation, read: listApplications }),
  listExport({ sheet: manageApplicationsSheet, operation, read: listApplications }),
];

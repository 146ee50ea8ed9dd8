import { listExport } from '#platform/server/exports/list-export.ts';
import {
  completedApplicationsSheet,
  manageApplicationsSheet,
  receivedApplicationsSheet,
  receiversSheet,
  rejectedApplicationsSheet,
  totalApplicationsSheet,
} from '../columns.ts';
import { applicationsContract } from '../contract.ts';
import { listApplications } from './queries.ts';
import { listReceivedApplications } from './received-applications.ts';
import { listReceivers } from './receivers.ts';

const { listApplications: operation } = applicationsContract;

export const applicationExports = [
  listExport({ sheet: totalApplicationsSheet, operation, read: listApplications }),
  listExport({ sheet: completedApplicationsSheet, operation, read: listApplications }),
  listExport({ sheet: rejectedApplicationsSheet, operation, read: listApplications }),
  listExport({ sheet: manageApplicationsSheet, operation, read: listApplications }),
  listExport({
    sheet: receivedApplicationsSheet,
    operation: applicationsContract.listReceivedApplications,
    read: listReceivedApplications,
  }),
  listExport({ sheet: receiversSheet, operation: applicationsContract.listReceivers, read: listReceivers }),
];

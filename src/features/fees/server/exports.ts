import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/queries.ts';
import { listExport, shortListExport } from '#platform/server/exports/list-export.ts';
import {
  draftTotalsSheet,
  drawerTotalsSheet,
  feeGeneratedSheet,
  feeTotalsSheet,
  pendingFeeSheet,
  totalFeeGeneratedSheet,
} from '../columns.ts';
import { feeTotalsContract } from '../contract.ts';
import { listDrawerTotals } from './drawer.ts';
import { listDraftTotals, listFeeTotals } from './totals.ts';

const { listApplications: operation } = applicationsContract;

export const feeExports = [
  listExport({ sheet: feeGeneratedSheet, operation, read: listApplications }),
  listExport({ sheet: totalFeeGeneratedSheet, operation, read: listApplications }),
  listExport({ sheet: pendingFeeSheet, operation, read: listApplications }),
  shortListExport({ sheet: feeTotalsSheet, operation: feeTotalsContract.listFeeTotals, read: listFeeTotals }),
  shortListExport({
    sheet: draftTotalsSheet,
    operation: feeTotalsContract.listDraftTotals,
    read: listDraftTotals,
  }),
  shortListExport({
    sheet: drawerTotalsSheet,
    operation: feeTotalsContract.listDrawerTotals,
    read: listDrawerTotals,
  }),
];

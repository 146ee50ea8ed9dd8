import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/queries.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
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

export const feeTotalsPart = partOf(feeTotalsContract, {
  queries: {
    listFeeTotals,
    listDraftTotals,
    listDrawerTotals,
  },
  layouts: {
    listFeeTotals: [feeTotalsSheet],
    listDraftTotals: [draftTotalsSheet],
    listDrawerTotals: [drawerTotalsSheet],
  },
  exports: [feeGeneratedSheet, totalFeeGeneratedSheet, pendingFeeSheet].map((sheet) =>
    listExport(sheet, applicationsContract.listApplications, listApplications),
  ),
});

import '../words.ts';
import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/search-applications.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { collectionsContract } from '../collection-contract.ts';
import {
  collectionsLayout,
  draftTotalsLayout,
  drawerTotalsLayout,
  feeGeneratedLayout,
  feeTotalsLayout,
  pendingFeeLayout,
  totalFeeGeneratedLayout,
} from '../columns.ts';
import { feesContract, feeTotalsContract } from '../contract.ts';
import { collections } from './collections.ts';
import { replaceDraft } from './commands/replace-draft.ts';
import { returnDraft } from './commands/return-draft.ts';
import { listDraftTotals, listDrawerTotals, listFeeTotals } from './totals.ts';

const feesPart = partOf(feesContract, { commands: { returnDraft, replaceDraft } });

const collectionsPart = partOf(collectionsContract, {
  lists: { Collections: [collections, collectionsLayout] },
});

const feeTotalsPart = partOf(feeTotalsContract, {
  queries: { listFeeTotals, listDraftTotals, listDrawerTotals },
  layouts: {
    listFeeTotals: [feeTotalsLayout],
    listDraftTotals: [draftTotalsLayout],
    listDrawerTotals: [drawerTotalsLayout],
  },
  exports: [feeGeneratedLayout, totalFeeGeneratedLayout, pendingFeeLayout].map((layout) =>
    exportList(layout, applicationsContract.listApplications, listApplications),
  ),
});

export const server: ServerFeature = {
  parts: { fees: feesPart, feeTotals: feeTotalsPart, collections: collectionsPart },
};

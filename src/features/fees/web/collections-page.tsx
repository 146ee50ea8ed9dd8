import { api } from '#features/client.ts';
import { type CollegeAndDays, useCollegeAndDayFilters } from '#features/colleges/web/use-college-filter.ts';
import { listSource } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { Collection } from '../collection-contract.ts';
import { collectionsLayout } from '../columns.ts';
import { FeeTabs } from './fee-tabs.tsx';

const list = listSource<Collection, never, CollegeAndDays>({
  layout: collectionsLayout,
  page: api.collections.listCollections,
  count: api.collections.countCollections,
  sums: api.collections.sumCollections,
  recountedAfter: ['applications.received', 'applications.corrected'],
});

/** /admin/fee-collected and /auditor/fee-collected: the amounts behind the revenue, read-only. */
export function CollectionsPage() {
  return (
    <ListScreen
      title={t`Fee collected`}
      description={t`Rupees of demand drafts allocated to applications and reprints: the revenue, row by row.`}
      searchPlaceholder={t`Search by name, reg no, DD number...`}
      emptyMessage={t`No fee records found`}
      emptyHelp={t`Each amount that a demand draft pays for an application or a reprint is one row here.`}
      emptyNext={{ label: t`New application`, to: paths.applicationReceiver.newApplication }}
      filters={useCollegeAndDayFilters()}
      list={list}
      rowLabel={(row) => row.candidateName}
    >
      <FeeTabs />
    </ListScreen>
  );
}

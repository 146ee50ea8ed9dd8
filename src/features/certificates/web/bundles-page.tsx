import { IconCertificate } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { type Column, columnsOf, listSource, type RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { Bundle, BundleFilters } from '../bundle-contract.ts';
import { bundlesLayout } from '../columns.ts';
import { newBundleActions, useBundlePaths } from './use-bundle-paths.ts';

const filters = {
  show: { label: t`Show`, options: optionsOf({ all: t`All`, unsigned: t`Signatures are missing` }) },
};

const list = listSource<Bundle, never, Pick<BundleFilters, 'show'>>({
  layout: bundlesLayout,
  page: api.bundles.listBundles,
  count: api.bundles.countBundles,
  row: api.bundles.getBundle,
  addedBy: ['bundles.handed_over'],
});

const columns: Column<Bundle, never>[] = columnsOf(bundlesLayout, {
  bundleNumber: { width: 95, card: 'title' },
  collegeName: { width: 190, card: 'line' },
  certificateCount: { width: 100, card: 'line' },
  signedCount: { width: 110, card: 'hidden' },
  deliveredTo: { width: 140, card: 'line' },
  designation: { width: 110, card: 'hidden' },
  handedOverBy: { width: 120, card: 'hidden' },
  handedOverAt: { width: 140, card: 'hidden' },
});

/** The bundles that went to colleges, at /admin, /application-receiver and /auditor. */
export function BundlesPage() {
  const paths = useBundlePaths();
  const rowActions = useMemo<RowAction<Bundle>[]>(
    () => [{ label: t`Open bundle`, icon: 'view', to: (row) => paths.bundle(row.id) }],
    [paths],
  );
  return (
    <ListScreen
      title={t`Bundles`}
      searchPlaceholder={t`Search by bundle, college or person...`}
      emptyMessage={t`No bundles found`}
      columns={columns}
      filters={filters}
      list={list}
      rowLabel={(row) => row.bundleNumber}
      rowActions={rowActions}
      toolbarActions={[
        { label: t`Printed certificates`, icon: IconCertificate, to: paths.certificates },
        ...newBundleActions(paths.newBundle),
      ]}
    />
  );
}

import { IconCertificate } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { listSource, type RowAction } from '#platform/web/components/list.tsx';
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

/** The bundles handed to colleges, at /admin, /application-receiver and /auditor. */
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
      emptyHelp={t`A bundle hands the certificates of one college over together, with a list to sign.`}
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

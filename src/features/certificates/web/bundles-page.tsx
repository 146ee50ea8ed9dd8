import { IconCertificate, IconPackageExport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column, RowAction, ToolbarAction } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import type { Bundle, BundleFilters } from '../bundle-contract.ts';
import { bundlesLayout } from '../columns.ts';
import { useBundlePaths } from './use-bundle-paths.ts';

type Filters = Pick<BundleFilters, 'show'>;

const filters = {
  show: {
    label: t`Show`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'unsigned', label: t`Signatures are missing` },
    ],
  },
} as const;

const list = listSource<Bundle, never, Filters>({
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
  const navigate = useNavigate();
  const paths = useBundlePaths();
  const rowActions = useMemo<RowAction<Bundle>[]>(
    () => [
      {
        label: t`Open bundle`,
        icon: 'view',
        onClick: (row) => void navigate({ href: paths.bundle(row.id) }),
      },
    ],
    [navigate, paths],
  );
  const toolbarActions: ToolbarAction[] = [
    { label: t`Printed certificates`, icon: IconCertificate, to: paths.certificates },
  ];
  if (paths.newBundle) {
    toolbarActions.push({
      label: t`New bundle`,
      icon: IconPackageExport,
      isPrimary: true,
      to: paths.newBundle(),
    });
  }
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
      toolbarActions={toolbarActions}
    />
  );
}

import { IconSignature } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { listSource, type RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { signingBatchesLayout } from '../columns.ts';
import type { BatchFilters, SigningBatch } from '../contract.ts';
import { useSigningPaths } from './use-signing-paths.ts';

const filters = {
  show: {
    label: t`Show`,
    options: optionsOf({ all: t`All`, out: t`Still out`, out_long: t`Out for more than 14 days` }),
  },
};

const list = listSource<SigningBatch, never, Pick<BatchFilters, 'show'>>({
  layout: signingBatchesLayout,
  page: api.signing.listSigningBatches,
  count: api.signing.countSigningBatches,
  row: api.signing.getSigningBatch,
  addedBy: ['signing_batches.sent'],
});

/** The batches sent out for signature, at /printer, /admin and /auditor. */
export function SigningBatchesPage() {
  const paths = useSigningPaths();
  const { newSigningBatch: to } = paths;
  const rowActions = useMemo<RowAction<SigningBatch>[]>(
    () => [{ label: t`Open batch`, icon: 'view', to: (row) => paths.signingBatch(row.id) }],
    [paths],
  );
  return (
    <ListScreen
      title={t`Signing batches`}
      searchPlaceholder={t`Search by batch, office, number or serial...`}
      emptyMessage={t`No signing batches found`}
      emptyHelp={t`A signing batch takes printed certificates to those who sign them, with a list of its sheets.`}
      filters={filters}
      list={list}
      rowLabel={(row) => row.batchNumber}
      rowActions={rowActions}
      toolbarActions={
        to === null ? [] : [{ label: t`New signing batch`, icon: IconSignature, isPrimary: true, to }]
      }
    />
  );
}

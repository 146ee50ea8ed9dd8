import { IconCertificate } from '@tabler/icons-react';
import { api } from '#features/client.ts';
import { type Cells, type DetailField, listSource, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { revocationsLayout } from '../columns.ts';
import { type Revocation, type RevocationFilters, revocationLabels } from '../revocation-contract.ts';
import { CertificateCopies } from './certificate-copies.tsx';
import { RevocationBadge, revocationActions } from './revocation-actions.tsx';
import { useBundlePaths } from './use-bundle-paths.ts';

const filters = {
  state: { label: t`Status`, options: optionsOf({ all: t`All`, ...revocationLabels }) },
};

const list = listSource<Revocation, never, Pick<RevocationFilters, 'state'>>({
  layout: revocationsLayout,
  page: api.revocations.listRevocations,
  count: api.revocations.countRevocations,
  row: api.revocations.getRevocation,
  addedBy: ['certificates.revocation_proposed'],
});

const cells: Cells<Revocation> = { outcome: (row) => <RevocationBadge outcome={row.outcome} /> };
const rowActions = [viewAction, ...revocationActions];

/** All proposals to revoke a certificate, at /admin and (read-only) /auditor. */
export function RevocationsPage() {
  const { certificates } = useBundlePaths();
  return (
    <ListScreen
      title={t`Revocations`}
      searchPlaceholder={t`Search by name, number, college, reason...`}
      emptyMessage={t`No revocations found`}
      emptyHelp={t`Proposals to revoke a certificate are listed here, with who decided them and when.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => `${row.studentName}, ${row.convocationNumber}`}
      details={details}
      detailsExtra={(row) => <CertificateCopies certificateId={row.certificateId} />}
      rowActions={rowActions}
      toolbarActions={[{ label: t`Printed certificates`, icon: IconCertificate, to: certificates }]}
    />
  );
}

function details(row: Revocation): DetailField[] {
  return [
    { label: t`Convocation number`, value: row.convocationNumber, copy: row.convocationNumber },
    { label: t`Why it is declined`, value: row.remark },
  ];
}

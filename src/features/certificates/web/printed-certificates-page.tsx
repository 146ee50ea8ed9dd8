import { IconAlertOctagon, IconMailFast, IconPackage } from '@tabler/icons-react';
import { TakeBackHandOver } from '#features/applications/web/take-back-offers.tsx';
import { api } from '#features/client.ts';
import { listSource, type ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { printedCertificatesLayout } from '../columns.ts';
import type { Certificate } from '../contract.ts';
import { CertificateCopies } from './certificate-copies.tsx';
import { certificateDetails } from './certificate-details.tsx';
import { CertificateRevocations } from './certificate-revocations.tsx';
import { PostingDialog } from './posting-dialog.tsx';
import { newBundleActions, useBundlePaths } from './use-bundle-paths.ts';
import { useCertificateActions, useMayHandOver } from './use-certificate-actions.tsx';

type Filters = { stage: 'printed' | 'to_hand_over' | 'handed_over' | 'flagged' | 'facts_missing' };

const filters = {
  stage: {
    label: t`Where it is`,
    options: optionsOf({
      printed: t`All printed`,
      to_hand_over: t`To be handed over`,
      handed_over: t`Handed over`,
      flagged: t`Withheld`,
      facts_missing: t`Lacks a required fact`,
    }),
  },
};

const list = listSource<Certificate, 'printedAt' | 'convocationNumber', Filters>({
  layout: printedCertificatesLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  row: api.certificates.getCertificate,
  sort: '-printedAt',
  addedBy: ['certificates.printed'],
});

const posting: ToolbarAction = {
  label: t`Posting`,
  icon: IconMailFast,
  dialog: (onClose) => <PostingDialog onClose={onClose} />,
};

/** Printed certificates, handed over or not, at /admin, /application-receiver and (read-only) /auditor. */
export function PrintedCertificatesPage() {
  const { bundles, newBundle, revocations } = useBundlePaths();
  const mayHandOver = useMayHandOver();
  const rowActions = useCertificateActions();
  return (
    <ListScreen
      title={t`Printed certificates`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No printed certificates found`}
      emptyHelp={t`A certificate appears here once the print room has recorded its sheet as good.`}
      emptyNext={{ label: t`Print queue`, to: paths.printer.printQueue }}
      filters={filters}
      list={list}
      rowLabel={(row) => row.studentName}
      details={certificateDetails}
      detailsExtra={(row) => (
        <>
          {mayHandOver && <TakeBackHandOver id={row.id} />}
          <CertificateCopies certificateId={row.id} />
          <CertificateRevocations certificateId={row.id} />
        </>
      )}
      rowActions={rowActions}
      toolbarActions={[
        { label: t`Bundles`, icon: IconPackage, to: bundles },
        ...(mayHandOver ? [posting] : []),
        ...(revocations ? [{ label: t`Revocations`, icon: IconAlertOctagon, to: revocations }] : []),
        ...(mayHandOver ? newBundleActions(newBundle) : []),
      ]}
    />
  );
}

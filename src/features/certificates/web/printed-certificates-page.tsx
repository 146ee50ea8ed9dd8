import { IconAlertOctagon, IconHandGrab, IconMailFast, IconPackage } from '@tabler/icons-react';
import { useMemo } from 'react';
import { HandOverDialog } from '#features/applications/web/hand-over-dialog.tsx';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { listSource, type RowAction, type ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { whyNot } from '#shared/errors.ts';
import { optionsOf } from '#shared/labels.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import { printedCertificatesLayout } from '../columns.ts';
import type { Certificate } from '../contract.ts';
import { certificateCan, signatureWords } from '../rules.ts';
import { certificateActions } from './certificate-actions.ts';
import { CertificateCopies } from './certificate-copies.tsx';
import { certificateDetails } from './certificate-details.tsx';
import { CertificateRevocations } from './certificate-revocations.tsx';
import { LabelsDialog, PostingDialog } from './posting-dialog.tsx';
import { revokeAction } from './revocation-actions.tsx';
import { newBundleActions, useBundlePaths } from './use-bundle-paths.ts';

type Filters = { stage: 'printed' | 'to_hand_over' | 'handed_over' | 'flagged' };

const filters = {
  stage: {
    label: t`Where it is`,
    options: optionsOf({
      printed: t`All printed`,
      to_hand_over: t`To be handed over`,
      handed_over: t`Handed over`,
      flagged: t`Withheld`,
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

/** Printed certificates, handed over or not, at /admin, /application-receiver and /auditor; an auditor only looks at them. */
export function PrintedCertificatesPage() {
  const { role } = useSession();
  const { bundles, newBundle, revocations } = useBundlePaths();
  const mayHandOver = mayUse(role, 'certificates:hand_over') && newBundle !== null;
  const rowActions = useMemo<RowAction<Certificate>[]>(
    () => [
      ...certificateActions,
      revokeAction,
      {
        label: t`Hand over`,
        icon: IconHandGrab,
        isFor: () => mayHandOver,
        disabledReason: (row) => whyNot(certificateCan.handOver(row), signatureWords(row)),
        dialog: (row, onClose) => (
          <HandOverDialog certificate={row} newBundlePath={newBundle!} onClose={onClose} />
        ),
      },
      {
        label: t`Address label`,
        icon: IconMailFast,
        place: 'details',
        isFor: () => mayHandOver,
        dialog: (row, onClose) => <LabelsDialog certificate={row} onClose={onClose} />,
      },
    ],
    [mayHandOver, newBundle],
  );
  return (
    <ListScreen
      title={t`Printed certificates`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No printed certificates found`}
      filters={filters}
      list={list}
      rowLabel={(row) => row.studentName}
      details={certificateDetails}
      detailsExtra={(row) => (
        <>
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

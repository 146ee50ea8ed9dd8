import { IconAlertOctagon, IconMailFast, IconPackage } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { TakeBackHandOver } from '#features/applications/web/take-back-offers.tsx';
import { api } from '#features/client.ts';
import { listSource, type ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { optionsOf } from '#shared/labels.ts';
import { deskOf, paths } from '#shared/paths.ts';
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

const printed = optionsOf({ printed: t`All printed` });
const toHandOver = optionsOf({ to_hand_over: t`To be handed over` });
const others = optionsOf({
  handed_over: t`Handed over`,
  flagged: t`Withheld`,
  facts_missing: t`Lacks a required fact`,
});
const label = t`Where it is`;
const all = { stage: { label, options: [...printed, ...toHandOver, ...others] } };
const queue = { stage: { label, options: [...toHandOver, ...printed, ...others] } };

const operations = {
  layout: printedCertificatesLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  row: api.certificates.getCertificate,
  addedBy: ['certificates.printed'],
} as const;
type Sort = 'printedAt' | 'convocationNumber';
const newestFirst = listSource<Certificate, Sort, Filters>({ ...operations, sort: '-printedAt' });
const longestWaitingFirst = listSource<Certificate, Sort, Filters>(operations);

const posting: ToolbarAction = {
  label: t`Posting`,
  icon: IconMailFast,
  dialog: (onClose) => <PostingDialog onClose={onClose} />,
};

/**
 * Printed certificates, handed over or not, at /admin, /application-receiver and (read-only) /auditor. The counter
 * begins with what it can hand over, and searches all of them.
 */
export function PrintedCertificatesPage() {
  const { q } = useSearch({ strict: false }) as { q?: unknown };
  const isQueue = deskOf(usePathname()) === 'receiver' && q === undefined;
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
      filters={isQueue ? queue : all}
      list={isQueue ? longestWaitingFirst : newestFirst}
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

import { Stack } from '@mantine/core';
import { LargeFile } from '#features/applications/web/application-files.tsx';
import { copyLabel } from '#features/certificates/copy-contract.ts';
import { CertificateCopies } from '#features/certificates/web/certificate-copies.tsx';
import { api } from '#features/client.ts';
import { inGroups } from '#platform/web/components/list/record-parts.tsx';
import {
  type Cells,
  type DetailField,
  type ListScreenProps,
  listSource,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { FileLink, Moment, StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import type { AuditEventName } from '#shared/audit-names.ts';
import { optionsOf } from '#shared/labels.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { causeOf, describeEnd, evidenceOf, statusOf } from '../columns.ts';
import {
  type ReprintFilters,
  type ReprintRequest,
  reprintCauseLabels,
  type reprintSorts,
  reprintStatusLabels,
} from '../contract.ts';
import { ReprintCharge } from './reprint-charge.tsx';

type Sort = (typeof reprintSorts)[number];

/** The data source of one of the lists. */
export function reprintList<Filter extends 'status' | 'payment' | 'copy'>(
  list: ReprintFilters['list'],
  {
    layout,
    recountedAfter,
  }: { layout: ListLayout<ReprintRequest, string, Sort>; recountedAfter: AuditEventName[] },
) {
  return listSource<ReprintRequest, Sort, Pick<ReprintFilters, Filter>, { list: typeof list }>({
    layout,
    page: api.reprints.listReprintRequests,
    count: api.reprints.countReprintRequests,
    row: api.reprints.getReprintRequest,
    fixed: { list },
    recountedAfter,
  });
}

export const statusFilter = {
  status: {
    label: t`Status`,
    options: optionsOf({ all: t`All`, ...reprintStatusLabels }),
  },
} as const;

export const paymentFilter = {
  payment: {
    label: t`Payment`,
    options: optionsOf({ all: t`All`, unpaid: t`Unpaid`, not_due: t`Nothing due` }),
  },
} as const;

export const copyFilter = {
  copy: {
    label: t`New copy`,
    options: optionsOf({ all: t`All`, waiting: t`Waiting for print`, printed: t`Printed` }),
  },
} as const;

const cells: Cells<ReprintRequest> = {
  errorPhoto: (row) => {
    const file = evidenceOf(row);
    return file ? <FileLink file={file} /> : '-';
  },
  status: (row) => <ReprintStatusBadge request={row} />,
};

export const reprintTones: Record<keyof typeof reprintStatusLabels, StatusTone> = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
};

export function ReprintStatusBadge({ request }: { request: ReprintRequest }) {
  return <StatusBadge tone={reprintTones[request.status ?? 'pending']} label={statusOf(request)} />;
}

export function reprintLabel(row: ReprintRequest): string {
  return `${row.studentName}, ${row.convocationNumber}`;
}

/** A list of reprint requests; a row opens all details, including what a decision is based on. */
export function ReprintScreen<Filters extends Record<string, string>>(
  props: Omit<ListScreenProps<ReprintRequest, Sort, Filters>, 'searchPlaceholder' | 'rowLabel'>,
) {
  return (
    <ListScreen
      {...props}
      cells={cells}
      searchPlaceholder={t`Search by name, roll no, college...`}
      rowLabel={reprintLabel}
      details={details}
      detailsExtra={(row) => (
        <Stack gap="md">
          <ReprintCharge request={row} />
          <ReprintEvidence request={row} />
          <CertificateCopies certificateId={row.certificateId} />
        </Stack>
      )}
    />
  );
}

/** The photo of the error, or for a lost sheet the declaration, large. */
export function ReprintEvidence({ request: { errorPhoto, declaration } }: { request: ReprintRequest }) {
  return (
    <>
      {errorPhoto && <LargeFile title={t`Photo of error`} file={errorPhoto} />}
      {declaration && <LargeFile title={t`Signed declaration`} file={declaration} />}
    </>
  );
}

function details(row: ReprintRequest): DetailField[] {
  const cause = causeOf(row);
  return [
    ...inGroups({
      facts: [
        { label: t`Convocation number`, value: row.convocationNumber, copy: row.convocationNumber },
        {
          label: t`Copy with the error`,
          value: t`${copyLabel(row.copyNumber)}, ${row.blankSerial}`,
          copy: row.blankSerial,
        },
        { label: t`Cause`, value: cause && reprintCauseLabels[cause] },
        { label: t`Asked for by`, value: row.requestedBy },
        { label: t`Asked for at`, value: <Moment value={row.requestedAt} /> },
      ],
    }),
    { label: t`Decided by`, value: row.decidedBy },
    { label: t`Decided at`, value: <Moment value={row.decidedAt} /> },
    { label: row.endedWith ? t`Why it ended` : t`Why it was rejected`, value: describeEnd(row) },
    { label: t`New copy printed at`, value: <Moment value={row.reprintedAt} /> },
  ];
}

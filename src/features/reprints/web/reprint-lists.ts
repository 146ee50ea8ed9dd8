import { api } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import { t } from '#shared/words.ts';
import { approvedReprintsLayout, pendingReprintsLayout, reprintRequestsLayout } from '../columns.ts';
import type { ReprintFilters, ReprintRequest, reprintSorts } from '../contract.ts';

export type ReprintSort = (typeof reprintSorts)[number];

type StatusFilter = { status: ReprintFilters['status'] };
type CopyFilter = { copy: ReprintFilters['copy'] };

type ReprintLayout =
  | typeof pendingReprintsLayout
  | typeof approvedReprintsLayout
  | typeof reprintRequestsLayout;

function reprintList<Filters extends Partial<StatusFilter & CopyFilter>>(
  layout: ReprintLayout,
  list: ReprintFilters['list'],
  recountedAfter: readonly AuditEventName[],
): ListSource<ReprintRequest, ReprintSort, Filters> {
  return listSource<ReprintRequest, ReprintSort, Filters, { list: typeof list }>({
    layout,
    page: api.reprints.listReprintRequests,
    count: api.reprints.countReprintRequests,
    row: api.reprints.getReprintRequest,
    fixed: { list },
    recountedAfter,
  });
}

export const openReprints = reprintList<StatusFilter>(pendingReprintsLayout, 'open', ['reprints.requested']);
export const approvedReprints = reprintList<CopyFilter>(approvedReprintsLayout, 'approved', [
  'reprints.approved',
]);
export const printRoomReprints = reprintList<StatusFilter>(reprintRequestsLayout, 'print_room', [
  'reprints.requested',
  // What is approved may have been in the list before.
  'reprints.approved',
]);

export const statusFilter = {
  status: {
    label: t`Status`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'pending', label: t`Pending` },
      { value: 'approved', label: t`Approved` },
      { value: 'rejected', label: t`Rejected` },
    ],
  },
} as const;

export const copyFilter = {
  copy: {
    label: t`New copy`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'waiting', label: t`Waiting for print` },
      { value: 'printed', label: t`Printed` },
    ],
  },
} as const;

import { client } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { t } from '#shared/words.ts';
import { approvedReprintsSheet, pendingReprintsSheet, reprintRequestsSheet } from '../columns.ts';
import type { ReprintFilters, ReprintRequest, reprintSorts } from '../contract.ts';

const reprintsKey = ['reprints'];

/** What a request or a decision on one makes stale: it moves its certificate into the print queue or out of it. */
export const staleAfterReprint = [reprintsKey, ['print-queue'], ['certificates'], ['applications']];

export type ReprintSort = (typeof reprintSorts)[number];

type StatusFilter = { status: ReprintFilters['status'] };
type CopyFilter = { copy: ReprintFilters['copy'] };

type ReprintSheet = typeof pendingReprintsSheet | typeof approvedReprintsSheet | typeof reprintRequestsSheet;

function reprintList<Filters extends Partial<StatusFilter & CopyFilter>>(
  sheet: ReprintSheet,
  list: ReprintFilters['list'],
): ListSource<ReprintRequest, ReprintSort, Filters> {
  return listSource<ReprintRequest, ReprintSort, Filters, { list: typeof list }>({
    queryKey: [...reprintsKey, list],
    sheet,
    page: client.reprints.listReprintRequests,
    count: client.reprints.countReprintRequests,
    row: client.reprints.getReprintRequest,
    fixed: { list },
  });
}

export const openReprints = reprintList<StatusFilter>(pendingReprintsSheet, 'open');
export const approvedReprints = reprintList<CopyFilter>(approvedReprintsSheet, 'approved');
export const printRoomReprints = reprintList<StatusFilter>(reprintRequestsSheet, 'print_room');

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

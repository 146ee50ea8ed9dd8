import { applicationLayout, paymentColumns, paymentHeaders } from '#features/applications/columns.ts';
import type { ChargeKind } from '#features/charges/charge.ts';
import { chargeLabels } from '#features/masters/declared/fee-schedule.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { Collection } from './collection-contract.ts';
import { type DraftTotal, type DrawerTotal, drawerPartLabels, type FeeTotal } from './contract.ts';
import { groupName } from './rules.ts';

/** The columns of the payment list plus DD Date and Verified At, under the specification's headings. */
function feeLayout(name: string) {
  const [upToReceipt, afterReceipt] = [paymentColumns.slice(0, 8), paymentColumns.slice(8)];
  const withDay = afterReceipt.flatMap((column) =>
    column === 'verifiedAt' ? (['verifiedOn', column] as const) : [column],
  );
  return applicationLayout(name, [...upToReceipt, 'draftDate', ...withDay], {
    ...paymentHeaders,
    draftDate: t`DD Date`,
    verifiedAt: t`Verified At`,
  });
}

export const feeGeneratedLayout = feeLayout('fee-generated');
export const totalFeeGeneratedLayout = feeLayout('total-fee-generated');
export const pendingFeeLayout = feeLayout('pending-fee');

export const collectionsLayout = {
  name: 'fee-collected',
  columns: {
    allocatedAt: { header: t`Allocated at`, kind: 'moment', card: 'line' },
    candidateName: { header: t`Candidate name`, card: 'title' },
    registrationNumber: {
      header: t`College Registration number`,
      card: 'line',
      record: ({ applicationId }) => ({ kind: 'application', id: applicationId }),
    },
    collegeName: { header: t`College name` },
    charge: { header: t`Charge`, value: (row) => chargeLabels[row.charge as ChargeKind], card: 'line' },
    draftNumber: {
      header: t`DD number`,
      card: 'line',
      record: ({ draftId }) => ({ kind: 'draft', id: draftId }),
    },
    bank: { header: t`Bank` },
    amount: { header: t`Amount`, kind: 'rupees', card: 'line' },
    allocatedBy: { header: t`Allocated by` },
  },
} as const satisfies ListLayout<Collection>;

export const feeTotalsLayout = {
  name: 'fee-totals',
  columns: {
    group: { header: t`Group`, value: groupName },
    applications: { header: t`Applications`, kind: 'number' },
    generated: { header: t`Fee generated`, kind: 'rupees' },
    concessions: { header: t`Concessions`, kind: 'rupees' },
    collected: { header: t`Fee collected`, kind: 'rupees' },
    pending: { header: t`Pending fee`, kind: 'rupees' },
  },
} as const satisfies ListLayout<FeeTotal>;

export const draftTotalsLayout = {
  name: 'draft-totals',
  columns: {
    group: { header: t`Group`, value: groupName },
    drafts: { header: t`Drafts`, kind: 'number' },
    amount: { header: t`Amount`, kind: 'rupees' },
    allocated: { header: t`Allocated`, kind: 'rupees' },
    unallocated: { header: t`Unallocated`, kind: 'rupees' },
    returned: { header: t`Returned or refunded`, kind: 'rupees' },
    undeposited: { header: t`Undeposited`, kind: 'rupees' },
  },
} as const satisfies ListLayout<DraftTotal>;

export const drawerTotalsLayout = {
  name: 'drawer-totals',
  columns: {
    part: { header: t`State`, value: (row) => drawerPartLabels[row.part] },
    drafts: { header: t`Drafts`, kind: 'number' },
    amount: { header: t`Amount`, kind: 'rupees' },
    allocated: { header: t`Allocated`, kind: 'rupees' },
    oldest: { header: t`Oldest DD date`, kind: 'day' },
  },
} as const satisfies ListLayout<DrawerTotal>;

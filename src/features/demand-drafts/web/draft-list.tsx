import { api } from '#features/client.ts';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { type Cells, type DetailField, listSource } from '#platform/web/components/list.tsx';
import { formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { demandDraftsLayout } from '../columns.ts';
import {
  bankReturnReasonLabels,
  type DemandDraft,
  type DraftFilters,
  draftStateLabels,
} from '../contract.ts';
import { isUsable } from '../rules.ts';
import { DraftBadge, DraftValidity } from './draft-badge.tsx';

type DraftSort = 'receivedAt' | 'validUntil' | 'number' | 'amount';

export const draftFilters = {
  state: { label: t`State`, options: optionsOf({ all: t`All`, ...draftStateLabels }) },
  show: {
    label: t`Show`,
    options: optionsOf({
      all: t`All drafts`,
      undeposited: t`Not deposited yet`,
      without_slip: t`On no deposit slip`,
      going_stale: t`Going stale`,
      with_balance: t`With a balance`,
    }),
  },
};

export const draftList = listSource<DemandDraft, DraftSort, Pick<DraftFilters, 'state' | 'show'>>({
  layout: demandDraftsLayout,
  page: api.demandDrafts.listDrafts,
  count: api.demandDrafts.countDrafts,
  row: api.demandDrafts.getDraft,
  addedBy: ['demand_drafts.received'],
});

export const draftCells: Cells<DemandDraft> = {
  state: (row) => <DraftBadge draft={row} />,
  validUntil: (row) => <DraftValidity draft={row} />,
  collegeName: (row) => <CollegeName name={row.collegeName} code={row.collegeCode} />,
};

export function draftFields(row: DemandDraft): DetailField[] {
  return [
    { label: t`DD number`, value: row.number, copy: row.number },
    { label: t`Bank and branch`, value: `${row.bank}, ${row.branch}` },
    { label: t`DD Date`, value: formatDay(row.drawnOn) },
    { label: t`State`, value: <DraftBadge draft={row} /> },
    { label: t`Valid until`, value: <DraftValidity draft={row} /> },
    { label: t`College`, value: `${row.collegeName} (${row.collegeCode})` },
    { label: t`Amount`, value: formatRupees(row.amount) },
    { label: t`Allocated to applications`, value: formatRupees(row.allocatedAmount) },
    { label: t`Refunded`, value: row.refundedAmount === 0 ? '-' : formatRupees(row.refundedAmount) },
    { label: t`Balance`, value: isUsable(row) ? formatRupees(row.balance) : '-' },
    { label: t`Deposit slip`, value: row.slipNumber, copy: row.slipNumber },
    { label: t`Deposited on`, value: row.depositedOn && formatDay(row.depositedOn) },
    { label: t`Realised on`, value: row.realisedOn && formatDay(row.realisedOn) },
    { label: t`Received by`, value: row.receivedBy },
    { label: t`Received at`, value: formatMoment(row.receivedAt) },
    { label: t`Returned because`, value: row.returnReason && bankReturnReasonLabels[row.returnReason] },
    { label: t`Remark`, value: row.returnRemark },
    { label: t`Returned at`, value: row.returnedAt && formatMoment(row.returnedAt) },
    { label: t`Replaced by draft`, value: row.replacedByNumber },
  ];
}

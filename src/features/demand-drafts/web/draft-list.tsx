import { api } from '#features/client.ts';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { type Cells, type DetailField, listSource } from '#platform/web/components/list.tsx';
import { formatMoment, formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { demandDraftsLayout } from '../columns.ts';
import { bankReturnReasonLabels, type DemandDraft, type DraftFilters } from '../contract.ts';
import { draftStateLabels } from '../states.ts';
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
  sums: api.demandDrafts.sumDrafts,
  row: api.demandDrafts.getDraft,
  addedBy: ['demand_drafts.received'],
  recountedAfter: ['demand_drafts.opening_imported'],
});

export const draftCells: Cells<DemandDraft> = {
  state: (row) => <DraftBadge draft={row} />,
  validUntil: (row) => <DraftValidity draft={row} />,
  collegeName: (row) => <CollegeName name={row.collegeName} code={row.collegeCode} />,
};

/** Fields without a column. */
export function draftFields(row: DemandDraft): DetailField[] {
  return [
    { label: t`Allocated to applications`, value: formatRupees(row.allocatedAmount) },
    { label: t`Refunded`, value: row.refundedAmount === 0 ? '-' : formatRupees(row.refundedAmount) },
    { label: t`Returned because`, value: row.returnReason && bankReturnReasonLabels[row.returnReason] },
    { label: t`Remark`, value: row.returnRemark },
    { label: t`Returned at`, value: row.returnedAt && formatMoment(row.returnedAt) },
    {
      label: t`Replaced by draft`,
      value: row.replacedByNumber,
      record: recordRef('draft', row.replacedById),
    },
  ];
}

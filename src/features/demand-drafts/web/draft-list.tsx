import { api } from '#features/client.ts';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { columnsOf, fieldsOf } from '#platform/web/components/list/columns-of.tsx';
import { inGroups } from '#platform/web/components/list/record-parts.tsx';
import { type Cells, type DetailField, listSource } from '#platform/web/components/list.tsx';
import { formatDay, formatMoment, formatRupees } from '#shared/format.ts';
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

const columns = columnsOf(demandDraftsLayout, draftCells);

/** The fields of a draft: in Row Details and on its page. */
export function draftDetails(row: DemandDraft): DetailField[] {
  const own = new Map(fieldsOf(columns, row, { emptyCell: '-' }).map((field) => [field.column, field]));
  const of = (...keys: (keyof typeof demandDraftsLayout.columns)[]) => keys.map((key) => own.get(key)!);
  return inGroups({
    facts: of('number', 'amount', 'balance', 'state', 'validUntil'),
    money: [
      { label: t`Allocated to applications`, value: formatRupees(row.allocatedAmount) },
      { label: t`Refunded`, value: row.refundedAmount === 0 ? null : formatRupees(row.refundedAmount) },
      ...of('bank', 'branch', 'drawnOn'),
      {
        label: t`Replaced by draft`,
        value: row.replacedByNumber,
        record: recordRef('draft', row.replacedById),
      },
    ],
    steps: [
      ...of('receivedBy', 'receivedAt', 'collegeName', 'slipNumber', 'depositedOn', 'realisedOn'),
      { label: t`Returned because`, value: row.returnReason && bankReturnReasonLabels[row.returnReason] },
      { label: t`Remark`, value: row.returnRemark },
      { label: t`Returned at`, value: row.returnedAt && formatMoment(row.returnedAt) },
    ],
  });
}

/** What comes next for a draft. */
export function nextOfDraft({ state, slipNumber, depositedOn, replacedById, balance }: DemandDraft): string {
  if (replacedById !== null) return t`Replaced by another draft, nothing is left to do`;
  if (state === 'returned_by_bank') return t`Returned by the bank, to be replaced by the candidate`;
  if (state === 'stale') return t`Stale, to be revalidated or replaced by the candidate`;
  if (state === 'deposited') return t`With the bank since ${formatDay(depositedOn!)}`;
  if (state === 'realised')
    return balance > 0
      ? t`Realised, ${formatRupees(balance)} are left to pay with or to refund`
      : t`Realised, nothing is left to do`;
  return slipNumber === null
    ? t`With the counter, to be put on a deposit slip`
    : t`With the counter, to be deposited with ${slipNumber}`;
}

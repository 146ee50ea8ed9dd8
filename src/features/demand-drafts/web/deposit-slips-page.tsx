import { IconBan, IconBuildingBank, IconListDetails } from '@tabler/icons-react';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { commandAction, pastDay } from '#platform/web/components/command-dialog.tsx';
import {
  type Cells,
  type DetailField,
  listSource,
  type RowAction,
  viewAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { whyNot } from '#shared/errors.ts';
import { dayInIndia, formatCount, formatMoment, formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { depositSlipsLayout } from '../columns.ts';
import { depositSlipCan } from '../rules.ts';
import type { DepositSlip, SlipFilters } from '../slip-contract.ts';
import { depositSlipStateLabels } from '../states.ts';
import { mayDeposit, newSlipActions } from './draft-acts.tsx';
import { SlipBadge } from './draft-badge.tsx';
import { SlipDrafts } from './slip-drafts.tsx';
import { useDraftPaths } from './use-draft-paths.ts';

const filters = {
  state: { label: t`State`, options: optionsOf({ all: t`All`, ...depositSlipStateLabels }) },
};

const list = listSource<DepositSlip, never, Pick<SlipFilters, 'state'>>({
  layout: depositSlipsLayout,
  page: api.depositSlips.listDepositSlips,
  count: api.depositSlips.countDepositSlips,
  sums: api.depositSlips.sumDepositSlips,
  row: api.depositSlips.getDepositSlip,
  addedBy: ['deposit_slips.prepared'],
});

const cells: Cells<DepositSlip> = {
  state: (row) => <SlipBadge state={row.state} />,
};

const rowActions: RowAction<DepositSlip>[] = [
  viewAction,
  commandAction({
    label: t`Cancel slip`,
    icon: IconBan,
    place: 'details',
    tone: 'danger',
    isFor: mayDeposit,
    disabledReason: (slip: DepositSlip) => whyNot(depositSlipCan.change(slip)),
    ask: (slip: DepositSlip) => ({
      title: t`Cancel slip ${slip.slipNumber}?`,
      cancelLabel: t`Keep it`,
      call: client.depositSlips.cancelSlip,
      input: () => ({ id: slip.id, version: slip.version }),
      done: () => t`Slip ${slip.slipNumber} is cancelled.`,
      children: t`Its ${formatCount(slip.draftCount)} drafts are in hand again. The slip number is not used again. This cannot be undone.`,
    }),
  }),
  commandAction({
    label: t`Deposited`,
    icon: IconBuildingBank,
    place: 'details',
    isFor: mayDeposit,
    disabledReason: (slip: DepositSlip) => whyNot(depositSlipCan.deposit(slip)),
    ask: (slip: DepositSlip) => ({
      title: t`Was slip ${slip.slipNumber} paid in?`,
      call: client.depositSlips.depositSlip,
      fields: { depositedOn: pastDay(t`Deposited on`, dayInIndia(new Date(slip.preparedAt))) },
      input: ({ depositedOn }) => ({ id: slip.id, version: slip.version, depositedOn }),
      done: () => t`Slip ${slip.slipNumber} is deposited.`,
      children: t`${formatCount(slip.draftCount)} drafts of ${formatRupees(slip.total)} in all are with ${slip.bankBranch} then. After that, no draft can be removed from the slip.`,
    }),
  }),
];

/** Deposit slips, at /admin, /application-receiver and (read-only) /auditor. */
export function DepositSlipsPage() {
  const { role } = useSession();
  const paths = useDraftPaths();
  return (
    <ListScreen
      title={t`Deposit slips`}
      searchPlaceholder={t`Search by slip, account, branch or DD number...`}
      emptyMessage={t`No deposit slips found`}
      emptyHelp={t`A deposit slip lists the demand drafts that are taken to the bank together.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => row.slipNumber}
      details={details}
      detailsExtra={(row) => <SlipDrafts slip={row} mayChange={mayDeposit(role)} />}
      rowActions={rowActions}
      toolbarActions={[
        { label: t`Demand drafts`, icon: IconListDetails, to: paths.demandDrafts },
        ...newSlipActions(role, paths),
      ]}
    />
  );
}

function details({ cancelledBy, cancelledAt }: DepositSlip): DetailField[] {
  return [{ label: t`Cancelled by`, value: cancelledAt && `${cancelledBy}, ${formatMoment(cancelledAt)}` }];
}

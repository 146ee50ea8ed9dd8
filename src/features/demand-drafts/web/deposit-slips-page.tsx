import { IconBan, IconBuildingBank, IconFileInvoice, IconListDetails } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type {
  Column,
  DetailField,
  RowAction,
  ToolbarAction,
} from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { useViewAction } from '#platform/web/components/list/use-view-action.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { formatDay, formatMoment } from '#shared/dates.ts';
import { errorSentence } from '#shared/errors.ts';
import { formatCount, formatRupees } from '#shared/money.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import { depositSlipsLayout } from '../columns.ts';
import { depositSlipCan } from '../rules.ts';
import { type DepositSlip, depositSlipStateLabels, type SlipFilters } from '../slip-contract.ts';
import { SlipBadge } from './draft-badge.tsx';
import { CancelSlipDialog, DepositSlipDialog } from './slip-act-dialogs.tsx';
import { SlipDrafts } from './slip-drafts.tsx';
import { useDraftPaths } from './use-draft-paths.ts';

type Filters = Pick<SlipFilters, 'state'>;

const filters = {
  state: {
    label: t`State`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'prepared', label: depositSlipStateLabels.prepared },
      { value: 'deposited', label: depositSlipStateLabels.deposited },
      { value: 'cancelled', label: depositSlipStateLabels.cancelled },
    ],
  },
} as const;

const list = listSource<DepositSlip, never, Filters>({
  layout: depositSlipsLayout,
  page: api.depositSlips.listDepositSlips,
  count: api.depositSlips.countDepositSlips,
  row: api.depositSlips.getDepositSlip,
  addedBy: ['deposit_slips.prepared'],
});

const columns: Column<DepositSlip, never>[] = columnsOf(depositSlipsLayout, {
  slipNumber: { width: 120, card: 'title' },
  state: { width: 130, card: 'badge', render: (row) => <SlipBadge state={row.state} /> },
  account: { width: 190, card: 'hidden' },
  bankBranch: { width: 240, card: 'line' },
  collegeCode: { width: 100, card: 'hidden' },
  draftCount: { width: 80, card: 'hidden' },
  total: { width: 120, card: 'line' },
  preparedBy: { width: 150, card: 'hidden' },
  preparedAt: { width: 150, card: 'line' },
  depositedOn: { width: 120, card: 'hidden' },
  depositedBy: { width: 150, card: 'hidden' },
});

/** Deposit slips, at /admin, /application-receiver and /auditor; an auditor only looks at them. */
export function DepositSlipsPage() {
  const { role } = useSession();
  const paths = useDraftPaths();
  const view = useViewAction<DepositSlip>();
  const [asked, setAsked] = useState<{ act: 'deposit' | 'cancel'; slip: DepositSlip } | null>(null);
  const mayDeposit = mayUse(role, 'demand_drafts:deposit');
  const rowActions = useMemo<RowAction<DepositSlip>[]>(() => {
    if (!mayDeposit) return [view];
    return [
      view,
      {
        label: t`Cancel slip`,
        icon: IconBan,
        place: 'details',
        tone: 'danger',
        onClick: (slip) => setAsked({ act: 'cancel', slip }),
        disabledReason: (slip) => sentenceOf(depositSlipCan.change(slip)),
      },
      {
        label: t`Deposited`,
        icon: IconBuildingBank,
        place: 'details',
        onClick: (slip) => setAsked({ act: 'deposit', slip }),
        disabledReason: (slip) => sentenceOf(depositSlipCan.deposit(slip)),
      },
    ];
  }, [view, mayDeposit]);
  const toolbarActions: ToolbarAction[] = [
    { label: t`Demand drafts`, icon: IconListDetails, to: paths.demandDrafts },
  ];
  if (mayDeposit && paths.newDepositSlip) {
    toolbarActions.push({
      label: t`New deposit slip`,
      icon: IconFileInvoice,
      isPrimary: true,
      to: paths.newDepositSlip,
    });
  }
  const close = () => setAsked(null);
  return (
    <>
      <ListScreen
        title={t`Deposit slips`}
        searchPlaceholder={t`Search by slip, account, branch or DD number...`}
        emptyMessage={t`No deposit slips found`}
        columns={columns}
        filters={filters}
        list={list}
        rowLabel={(row) => row.slipNumber}
        details={fieldsOf}
        detailsExtra={(row) => <SlipDrafts slip={row} mayChange={mayDeposit} />}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {asked?.act === 'deposit' && <DepositSlipDialog slip={asked.slip} onClose={close} />}
      {asked?.act === 'cancel' && <CancelSlipDialog slip={asked.slip} onClose={close} />}
    </>
  );
}

function fieldsOf(row: DepositSlip): DetailField[] {
  return [
    { label: t`Slip number`, value: row.slipNumber, copy: row.slipNumber },
    { label: t`State`, value: <SlipBadge state={row.state} /> },
    { label: t`Account`, value: row.account },
    { label: t`Bank and branch`, value: row.bankBranch },
    { label: t`College`, value: row.collegeCode ?? t`Several` },
    { label: t`Drafts`, value: formatCount(row.draftCount) },
    { label: t`Total`, value: formatRupees(row.total) },
    { label: t`Prepared by`, value: `${row.preparedBy}, ${formatMoment(row.preparedAt)}` },
    {
      label: t`Deposited on`,
      value: row.depositedOn ? `${formatDay(row.depositedOn)}, ${row.depositedBy}` : '-',
    },
    {
      label: t`Cancelled by`,
      value: row.cancelledAt && `${row.cancelledBy}, ${formatMoment(row.cancelledAt)}`,
    },
  ];
}

function sentenceOf(ruling: ReturnType<typeof depositSlipCan.deposit>): string | null {
  return ruling === true ? null : errorSentence(ruling as 'deposit_slips.empty', undefined);
}

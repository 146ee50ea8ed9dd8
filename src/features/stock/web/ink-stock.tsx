import { IconCheck, IconDroplet, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { DeleteDialog } from '#platform/web/components/delete-dialog.tsx';
import { FileLink } from '#platform/web/components/file-link.tsx';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type {
  Column,
  DetailField,
  RowAction,
  ToolbarAction,
} from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Day, Moment } from '#platform/web/components/moment.tsx';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { inkStockLayout } from '../columns.ts';
import type { InkReceipt } from '../ink-contract.ts';
import { formatQuantity, type StockUnit, stockCan } from '../rules.ts';
import type { StockRecord } from '../stock-record.ts';
import { ApproveStockDialog } from './approve-stock-dialog.tsx';
import { LowInkNotice } from './low-stock-notice.tsx';
import { stockLooks } from './stock-columns.tsx';
import { inkStockList, type StockSort, useCategories, useInks } from './stock-lists.ts';

const columns: Column<InkReceipt, StockSort>[] = columnsOf(inkStockLayout, stockLooks);

const toolbarActions: ToolbarAction[] = [
  { label: t`Ink use`, icon: IconDroplet, to: paths.admin.inkUse },
  { label: t`Add stock`, icon: IconPlus, isPrimary: true, to: paths.admin.addInkStock },
];

/** /admin/ink-stock. */
export function InkStockPage() {
  return <InkStock title={t`Ink stock`} mayChange />;
}

/** The deliveries of ink; the print room and the auditor look at them only. */
export function InkStock(props: { title: string; mayChange: boolean; children?: ReactNode }) {
  const { mayChange } = props;
  const inks = useInks();
  const filters = useCategories(inks.data);
  const { rowActions, dialog } = useInkActions();
  return (
    <>
      <ListScreen
        title={props.title}
        searchPlaceholder={t`Search ink stock......`}
        emptyMessage={t`No ink stock records found`}
        emptyCell={t`N/A`}
        columns={columns}
        filters={filters}
        list={inkStockList}
        rowLabel={labelOf}
        details={(row) => stockDetails(row, row.unit, { label: t`Ink name`, value: row.name })}
        rowActions={mayChange ? rowActions : undefined}
        toolbarActions={mayChange ? toolbarActions : undefined}
      >
        {props.children}
        <LowInkNotice inks={inks.data} />
      </ListScreen>
      {dialog}
    </>
  );
}

function labelOf(row: InkReceipt): string {
  return `${row.name}, ${row.colour}`;
}

/** All fields of a delivery, what was accepted of it included; 'N/A' where there is nothing. */
export function stockDetails(row: StockRecord, unit: StockUnit, first: DetailField): DetailField[] {
  const empty = t`N/A`;
  return [
    first,
    { label: t`Code`, value: row.code, copy: row.code },
    { label: t`Color`, value: row.colour },
    { label: t`Total quantity`, value: formatQuantity(row.totalQuantity, unit) },
    { label: t`Received quantity`, value: formatQuantity(row.receivedQuantity, unit) },
    { label: t`Rejected quantity`, value: formatQuantity(row.rejectedQuantity, unit) },
    { label: t`Accepted`, value: formatQuantity(row.receivedQuantity - row.rejectedQuantity, unit) },
    { label: t`Received date`, value: <Day value={row.receivedOn} /> },
    { label: t`Received by`, value: row.receivedBy },
    { label: t`Approved by`, value: row.approvedBy ?? empty },
    { label: t`Approved at`, value: <Moment value={row.approvedAt} empty={empty} /> },
    { label: t`Remarks`, value: row.remarks ?? empty },
    {
      label: t`Invoice provided by vendor`,
      value: row.invoice ? <FileLink file={row.invoice} size="large" /> : empty,
    },
  ];
}

function useInkActions(): { rowActions: RowAction<InkReceipt>[]; dialog: ReactNode } {
  const navigate = useNavigate();
  const { staffId } = useSession();
  const [asked, setAsked] = useState<{ act: 'approve' | 'delete'; row: InkReceipt } | null>(null);
  const rowActions = useMemo<RowAction<InkReceipt>[]>(
    () => [
      {
        label: t`Edit`,
        icon: 'edit',
        onClick: (row) => void navigate({ href: paths.admin.editInkStock(row.id) }),
      },
      {
        label: t`Approve`,
        place: 'details',
        icon: IconCheck,
        onClick: (row) => setAsked({ act: 'approve', row }),
        disabledReason: (row) => whyNotApproved(row, staffId),
      },
      {
        label: t`Delete`,
        icon: 'delete',
        onClick: (row) => setAsked({ act: 'delete', row }),
        disabledReason: whyNotDeleted,
      },
    ],
    [navigate, staffId],
  );
  const onClose = () => setAsked(null);
  const dialog =
    asked &&
    (asked.act === 'approve' ? (
      <ApproveStockDialog
        record={asked.row}
        unit={asked.row.unit}
        label={labelOf(asked.row)}
        call={client.stock.approveInk}
        onClose={onClose}
      />
    ) : (
      <DeleteDialog
        record={{ ...asked.row, name: labelOf(asked.row) }}
        call={client.stock.deleteInkReceipt}
        confirmLabel={t`Delete stock record`}
        onClose={onClose}
      >
        {t`The record of ${formatQuantity(asked.row.receivedQuantity, asked.row.unit)} received from the vendor will be removed. It was never approved, so nothing of it is in stock. The audit log keeps what it was.`}
      </DeleteDialog>
    ));
  return { rowActions, dialog };
}

export function whyNotApproved(row: StockRecord, actorId: string): string | null {
  const ruling = stockCan.approve(row, actorId);
  return ruling === true ? null : errorSentence(ruling, undefined);
}

export function whyNotDeleted(row: StockRecord): string | null {
  const ruling = stockCan.delete(row);
  return ruling === true ? null : errorSentence(ruling, undefined);
}

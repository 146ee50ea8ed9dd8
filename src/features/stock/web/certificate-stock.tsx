import { IconCheck, IconClipboardCheck, IconListSearch, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { DeleteDialog } from '#platform/web/components/delete-dialog.tsx';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type {
  Column,
  DetailField,
  RowAction,
  ToolbarAction,
} from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { BlankReceipt } from '../blank-contract.ts';
import { certificateStockLayout } from '../columns.ts';
import { formatRange } from '../serials.ts';
import { ApproveStockDialog } from './approve-stock-dialog.tsx';
import { stockDetails, whyNotApproved, whyNotDeleted } from './ink-stock.tsx';
import { LowPaperNotice } from './low-stock-notice.tsx';
import { ReceiptCustodyTable } from './receipt-custody.tsx';
import { stockLooks } from './stock-columns.tsx';
import { certificateStockList, type StockSort, useCategories, usePapers } from './stock-lists.ts';

const columns: Column<BlankReceipt, StockSort>[] = columnsOf(certificateStockLayout, stockLooks);

const toolbarActions: ToolbarAction[] = [
  { label: t`Custody`, icon: IconListSearch, to: paths.admin.custody },
  { label: t`Stock counts`, icon: IconClipboardCheck, to: paths.admin.stockCounts },
  { label: t`Add stock`, icon: IconPlus, isPrimary: true, to: paths.admin.addCertificateStock },
];

/** /admin/certificate-stock. */
export function CertificateStockPage() {
  return <CertificateStock title={t`Certificate stock`} mayChange />;
}

/** The deliveries of numbered paper; the print room and the auditor look at them only. */
export function CertificateStock(props: { title: string; mayChange: boolean; children?: ReactNode }) {
  const { mayChange } = props;
  const papers = usePapers();
  const filters = useCategories(papers.data);
  const { rowActions, dialog } = useCertificateActions();
  return (
    <>
      <ListScreen
        title={props.title}
        searchPlaceholder={t`Search certificate stock......`}
        emptyMessage={t`No certificate stock records found`}
        emptyCell={t`N/A`}
        columns={columns}
        filters={filters}
        list={certificateStockList}
        rowLabel={labelOf}
        details={details}
        detailsExtra={(row) =>
          row.approvedAt !== null && (
            <ReceiptCustodyTable receiptId={row.id} paperId={row.paperId} mayAct={mayChange} />
          )
        }
        rowActions={mayChange ? rowActions : undefined}
        toolbarActions={mayChange ? toolbarActions : undefined}
      >
        {props.children}
        <LowPaperNotice papers={papers.data} />
      </ListScreen>
      {dialog}
    </>
  );
}

function labelOf(row: BlankReceipt): string {
  return `${row.name}, ${row.colour}, ${rangeOf(row)}`;
}

function rangeOf(row: BlankReceipt): string {
  return formatRange({ prefix: row.serialPrefix, first: row.firstSerial, last: row.lastSerial });
}

function details(row: BlankReceipt): DetailField[] {
  return [
    ...stockDetails(row, 'sheets', { label: t`Certificate name`, value: row.name }),
    { label: t`Serials`, value: rangeOf(row) },
    { label: t`Rejected serials`, value: row.rejectedSerials || t`N/A` },
  ];
}

function useCertificateActions(): { rowActions: RowAction<BlankReceipt>[]; dialog: ReactNode } {
  const navigate = useNavigate();
  const { staffId } = useSession();
  const [asked, setAsked] = useState<{ act: 'approve' | 'delete'; row: BlankReceipt } | null>(null);
  const rowActions = useMemo<RowAction<BlankReceipt>[]>(
    () => [
      {
        label: t`Edit`,
        icon: 'edit',
        onClick: (row) => void navigate({ href: paths.admin.editCertificateStock(row.id) }),
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
        unit="sheets"
        label={labelOf(asked.row)}
        call={client.stock.approveBlanks}
        onClose={onClose}
      />
    ) : (
      <DeleteDialog
        record={{ ...asked.row, name: labelOf(asked.row) }}
        call={client.stock.deleteBlankReceipt}
        confirmLabel={t`Delete stock record`}
        onClose={onClose}
      >
        {t`The record of the serials ${rangeOf(asked.row)} will be removed. It was never approved, so no sheet of it is in the books, and the serials can be received again. The audit log keeps what it was.`}
      </DeleteDialog>
    ));
  return { rowActions, dialog };
}

import { IconCheck, IconDroplet, IconListSearch, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { client } from '#features/client.ts';
import { CommandDialog, DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import type { Cells, DetailField, ListScreenProps, RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import type { CommandCall } from '#platform/web/components/use-command.tsx';
import { FileLink, Moment } from '#platform/web/components/values.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { whyNot } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { BlankReceipt, Paper } from '../blank-contract.ts';
import type { Ink, InkReceipt } from '../ink-contract.ts';
import { formatQuantity, type StockUnit, stockCan } from '../rules.ts';
import { formatRange } from '../serials.ts';
import type { OneVersion, StockRecord } from '../stock-record.ts';
import { ReceiptCustodyTable } from './receipt-custody.tsx';
import { StockLeft } from './stock-left.tsx';
import {
  certificateStockList,
  inkStockList,
  type StockListFilters,
  type StockSort,
  useInks,
  usePapers,
  useStockFilters,
} from './stock-lists.ts';

/** How both lists render their columns. */
const cells: Cells<StockRecord> = {
  invoice: (row: StockRecord) => row.invoice && <FileLink file={row.invoice} />,
};

type Screen<Row> = ListScreenProps<Row, StockSort, StockListFilters>;

/** What differs between the two lists. */
type Stock<Row extends StockRecord> = {
  screen: Pick<Screen<Row>, 'searchPlaceholder' | 'emptyMessage' | 'emptyHelp' | 'list' | 'toolbarActions'>;
  /** Distinguishes deliveries of one kind. */
  rangeOf?: (row: Row) => string;
  unitOf: (row: Row) => StockUnit;
  moreDetails?: (row: Row) => DetailField[];
  custodyOf?: (row: Row) => ReactNode;
  editPath: (id: string) => string;
  approve: CommandCall<OneVersion, unknown>;
  delete: CommandCall<OneVersion, unknown>;
  /** What is lost if a record is deleted. */
  loss: (row: Row) => string;
};

const inkStock = stockOf<InkReceipt>({
  screen: {
    searchPlaceholder: t`Search ink stock......`,
    emptyMessage: t`No ink stock records found`,
    emptyHelp: t`Record each delivery of ink. It is in stock once a second person has approved it.`,
    list: inkStockList,
    toolbarActions: [
      { label: t`Ink use`, icon: IconDroplet, to: paths.admin.inkUse },
      { label: t`Add stock`, icon: IconPlus, isPrimary: true, to: paths.admin.addInkStock },
    ],
  },
  unitOf: (row) => row.unit,
  editPath: paths.admin.editInkStock,
  approve: client.stock.approveInk,
  delete: client.stock.deleteInkReceipt,
  loss: (row) =>
    t`The record of ${formatQuantity(row.receivedQuantity, row.unit)} received from the vendor will be removed. It was never approved, so nothing of it is in stock. The audit log keeps what it was.`,
});

const certificateStock = stockOf<BlankReceipt>({
  screen: {
    searchPlaceholder: t`Search certificate stock......`,
    emptyMessage: t`No certificate stock records found`,
    emptyHelp: t`Record each delivery of certificate paper with its serials. It is in stock once a second person has approved it.`,
    list: certificateStockList,
    toolbarActions: [
      { label: t`Custody`, icon: IconListSearch, to: paths.admin.custody },
      { label: t`Add stock`, icon: IconPlus, isPrimary: true, to: paths.admin.addCertificateStock },
    ],
  },
  rangeOf,
  unitOf: () => 'sheets',
  moreDetails: (row) => [
    { label: t`Serials`, value: rangeOf(row) },
    { label: t`Rejected serials`, value: row.rejectedSerials || t`N/A` },
  ],
  custodyOf: (row) =>
    row.approvedAt !== null && <ReceiptCustodyTable receiptId={row.id} paperId={row.paperId} />,
  editPath: paths.admin.editCertificateStock,
  approve: client.stock.approveBlanks,
  delete: client.stock.deleteBlankReceipt,
  loss: (row) =>
    t`The record of the serials ${rangeOf(row)} will be removed. It was never approved, so no sheet of it is in the books, and the serials can be received again. The audit log keeps what it was.`,
});

type StockListProps = { title: string; mayChange?: boolean; children?: ReactNode };

/** /admin/ink-stock. */
export function InkStockPage() {
  return <InkStock title={t`Ink stock`} mayChange />;
}

/** /admin/certificate-stock. */
export function CertificateStockPage() {
  return <CertificateStock title={t`Certificate stock`} mayChange />;
}

export function InkStock(props: StockListProps) {
  return <StockList {...props} stock={inkStock} kinds={useInks().data} />;
}

export function CertificateStock(props: StockListProps) {
  return <StockList {...props} stock={certificateStock} kinds={usePapers().data} />;
}

/** The deliveries of one kind; read-only for the print room and the auditor. */
function StockList<Row extends StockRecord>(
  props: StockListProps & { stock: ReturnType<typeof stockOf<Row>>; kinds: (Paper | Ink)[] | undefined },
) {
  const { stock, kinds, mayChange = false } = props;
  const { rowActions, toolbarActions, ...shown } = stock.screen;
  return (
    <ListScreen
      {...shown}
      {...(mayChange && { rowActions, toolbarActions })}
      title={props.title}
      rowLabel={useReceiptLabel(stock)}
      filters={useStockFilters(kinds)}
      detailsExtra={(row) => stock.custodyOf?.(row)}
    >
      {props.children}
      <StockLeft kinds={kinds} />
    </ListScreen>
  );
}

/** A delivery's label: `Parchment, Maroon, A001001–A001250`. */
function useReceiptLabel<Row extends StockRecord>({ rangeOf }: Pick<Stock<Row>, 'rangeOf'>) {
  const kindName = useKindName();
  return (row: Row) => {
    const name = kindName(row.name, row.colour);
    return rangeOf ? `${name}, ${rangeOf(row)}` : name;
  };
}

function stockOf<Row extends StockRecord>(stock: Stock<Row>) {
  const { unitOf } = stock;
  const rowActions: RowAction<Row>[] = [
    { label: t`Edit`, icon: 'edit', to: (row) => stock.editPath(row.id) },
    {
      label: t`Approve`,
      place: 'details',
      icon: IconCheck,
      disabledReason: (row, actorId) => whyNot(stockCan.approve(row, actorId)),
      dialog: (row, onClose) => <ApproveDialog stock={stock} row={row} onClose={onClose} />,
    },
    {
      label: t`Delete`,
      icon: 'delete',
      disabledReason: (row) => whyNot(stockCan.delete(row)),
      dialog: (row, onClose) => <DeleteReceiptDialog stock={stock} row={row} onClose={onClose} />,
    },
  ];
  return {
    custodyOf: stock.custodyOf,
    rangeOf: stock.rangeOf,
    screen: {
      ...stock.screen,
      emptyCell: t`N/A`,
      cells,
      details: (row: Row) => [...detailsOf(row, unitOf(row)), ...(stock.moreDetails?.(row) ?? [])],
      rowActions,
    },
  };
}

/** Details that have no column; 'N/A' if empty. */
function detailsOf(row: StockRecord, unit: StockUnit): DetailField[] {
  return [
    { label: t`Accepted`, value: formatQuantity(row.receivedQuantity - row.rejectedQuantity, unit) },
    { label: t`Approved at`, value: <Moment value={row.approvedAt} empty={t`N/A`} /> },
  ];
}

type ReceiptDialogProps<Row extends StockRecord> = { stock: Stock<Row>; row: Row; onClose: () => void };

function DeleteReceiptDialog<Row extends StockRecord>({ stock, row, onClose }: ReceiptDialogProps<Row>) {
  const name = useReceiptLabel(stock)(row);
  return (
    <DeleteDialog
      record={{ ...row, name }}
      call={stock.delete}
      confirmLabel={t`Delete stock record`}
      onClose={onClose}
    >
      {stock.loss(row)}
    </DeleteDialog>
  );
}

/** Asks the second person to approve another person's delivery. */
function ApproveDialog<Row extends StockRecord>(props: ReceiptDialogProps<Row>) {
  const { stock, row } = props;
  const { id, version, receivedQuantity, rejectedQuantity } = row;
  const label = useReceiptLabel(stock)(row);
  const inUnits = (quantity: number) => formatQuantity(quantity, stock.unitOf(row));
  const accepted = inUnits(receivedQuantity - rejectedQuantity);
  const rejected = inUnits(rejectedQuantity);
  return (
    <CommandDialog
      title={t`Approve ${label}?`}
      confirmLabel={t`Approve stock`}
      call={stock.approve}
      input={() => ({ id, version })}
      done={() => t`${label} is approved.`}
      onClose={props.onClose}
    >
      {t`${row.receivedBy} received ${inUnits(receivedQuantity)}; ${rejected} were rejected. You confirm that ${accepted} are there: they are in stock from now on. An approval cannot be undone.`}
    </CommandDialog>
  );
}

function rangeOf(row: BlankReceipt): string {
  return formatRange({ prefix: row.serialPrefix, first: row.firstSerial, last: row.lastSerial });
}

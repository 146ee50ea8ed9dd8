import { blankStateLabels } from '#shared/blank-states.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { BlankReceipt } from './blank-contract.ts';
import type { StockCount } from './count-contract.ts';
import { blankActLabels } from './custody.ts';
import type { Movement } from './custody-contract.ts';
import type { InkReceipt, InkUse } from './ink-contract.ts';
import { formatQuantity, judgeInkUse, type StockUnit } from './rules.ts';
import type { StockRecord } from './stock-record.ts';

/** The columns of both lists, as the specification has them; a quantity is a number with its unit. */
function stockColumns<Row extends StockRecord>(name: string, unitOf: (row: Row) => StockUnit) {
  const quantity = (header: string, key: `${'total' | 'received' | 'rejected'}Quantity`) => ({
    header,
    value: (row: Row) => formatQuantity(row[key], unitOf(row)),
  });
  return {
    name: { header: name },
    code: { header: t`Code` },
    colour: { header: t`Color` },
    totalQuantity: quantity(t`Total quantity`, 'totalQuantity'),
    receivedQuantity: quantity(t`Received quantity`, 'receivedQuantity'),
    rejectedQuantity: quantity(t`Rejected quantity`, 'rejectedQuantity'),
    receivedOn: { header: t`Received date`, kind: 'day' },
    receivedBy: { header: t`Received by` },
    approvedBy: { header: t`Approved by` },
    remarks: { header: t`Remarks` },
    invoice: { header: t`Invoice provided by vendor`, value: (row: Row) => row.invoice?.name ?? null },
  } as const;
}

export const inkStockLayout = {
  name: 'ink-stock',
  columns: stockColumns<InkReceipt>(t`Ink name`, (row) => row.unit),
} as const satisfies ListLayout<InkReceipt>;

export const certificateStockLayout = {
  name: 'certificate-stock',
  columns: stockColumns<BlankReceipt>(t`Certificate name`, () => 'sheets'),
} as const satisfies ListLayout<BlankReceipt>;

export const movementsLayout = {
  name: 'custody-ledger',
  columns: {
    at: { header: t`When`, kind: 'moment' },
    act: { header: t`What`, value: (row) => blankActLabels[row.act] },
    serials: { header: t`Serials`, value: serialsOf },
    quantity: { header: t`Sheets`, kind: 'number' },
    paper: { header: t`Paper`, value: (row) => `${row.paper}, ${row.colour}` },
    from: { header: t`From`, value: (row) => row.fromState && placeOf(row.fromState, row.fromHolder) },
    to: { header: t`To`, value: (row) => placeOf(row.toState, row.toHolder) },
    runNumber: { header: t`Run` },
    by: { header: t`By` },
    witness: { header: t`Witness or approver` },
    remark: { header: t`Reason` },
  },
} as const satisfies ListLayout<Movement>;

/** `A001001–A001050`, or the serial alone. */
export function serialsOf(row: { firstSerial: string; lastSerial: string; quantity: number }): string {
  return row.quantity === 1 ? row.firstSerial : `${row.firstSerial}–${row.lastSerial}`;
}

/** `In store`, `Issued, Prakash Gowda`. */
export function placeOf(state: Movement['toState'], holder: string | null): string {
  return holder === null ? blankStateLabels[state] : `${blankStateLabels[state]}, ${holder}`;
}

export const stockCountsLayout = {
  name: 'stock-counts',
  columns: {
    startedAt: { header: t`Started at`, kind: 'moment' },
    paper: { header: t`Paper`, value: (row) => `${row.paper}, ${row.colour}` },
    startedBy: { header: t`Started by` },
    expected: { header: t`Expected`, kind: 'number' },
    counted: { header: t`Counted`, kind: 'number' },
    discrepancies: { header: t`Discrepancies`, kind: 'number' },
    unresolved: { header: t`Unresolved`, kind: 'number' },
    closedBy: { header: t`Closed by` },
    closedAt: { header: t`Closed at`, kind: 'moment' },
  },
} as const satisfies ListLayout<StockCount>;

export const inkJudgements = {
  as_expected: t`As expected`,
  high: t`More than expected`,
  low: t`Less than expected`,
};

export const inkUsesLayout = {
  name: 'ink-use',
  columns: {
    at: { header: t`Recorded at`, kind: 'moment' },
    ink: { header: t`Ink name`, value: (row) => `${row.ink}, ${row.colour}` },
    code: { header: t`Code` },
    quantity: { header: t`Used`, value: (row) => formatQuantity(row.quantity, row.unit) },
    of: {
      header: t`Run or days`,
      value: (row) => row.runNumber ?? `${dayOf(row.fromDay)} – ${dayOf(row.toDay)}`,
    },
    sheets: { header: t`Sheets printed`, kind: 'number' },
    yield: { header: t`Expected yield`, kind: 'number', value: (row) => row.quantity * row.sheetsPerUnit },
    judged: { header: t`Use`, value: (row) => inkJudgements[judgeInkUse(row)] },
    by: { header: t`Recorded by` },
    remarks: { header: t`Remarks` },
  },
} as const satisfies ListLayout<InkUse>;

function dayOf(day: string | null): string {
  return day ? day.split('-').toReversed().join('/') : '';
}

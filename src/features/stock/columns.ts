import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { BlankReceipt } from './blank-contract.ts';
import { blankStateLabels } from './blank-states.ts';
import type { StockCount } from './count-contract.ts';
import { blankActLabels, destructionMethodLabels } from './custody.ts';
import type { Movement } from './custody-contract.ts';
import type { InkReceipt, InkUse } from './ink-contract.ts';
import { formatQuantity, type StockUnit } from './rules.ts';
import type { StockRecord } from './stock-record.ts';

/** The columns of both lists in the specification; a quantity is a number with its unit. */
function stockColumns<Row extends StockRecord>(name: string, unitOf: (row: Row) => StockUnit) {
  const quantity = (header: string, key: `${'total' | 'received' | 'rejected'}Quantity`) =>
    ({ header, value: (row: Row) => formatQuantity(row[key], unitOf(row)), align: 'right' }) as const;
  return {
    name: { header: name, stockWords: ['name'], sortKey: 'name', card: 'title' },
    code: { header: t`Code`, copied: true, sortKey: 'code', card: 'line' },
    colour: { header: t`Color`, stockWords: ['colour'], sortKey: 'colour', card: 'line' },
    totalQuantity: quantity(t`Total quantity`, 'totalQuantity'),
    receivedQuantity: { ...quantity(t`Received quantity`, 'receivedQuantity'), card: 'line' },
    rejectedQuantity: quantity(t`Rejected quantity`, 'rejectedQuantity'),
    receivedOn: { header: t`Received date`, kind: 'day', card: 'line' },
    receivedBy: { header: t`Received by` },
    approvedBy: { header: t`Approved by` },
    remarks: { header: t`Remarks` },
    invoice: {
      header: t`Invoice provided by vendor`,
      value: (row: Row) => row.invoice?.name ?? null,
      isFile: true,
    },
    waiting: ageColumn((row: Row) => (row.approvedAt === null ? row.receivedAt : null)),
  } as const;
}

export const inkStockLayout = {
  name: 'ink-stock',
  columns: stockColumns<InkReceipt>(t`Ink name`, (row) => row.unit),
} as const satisfies ListLayout<InkReceipt>;

export const certificateStockLayout = {
  name: 'certificate-stock',
  columns: {
    ...stockColumns<BlankReceipt>(t`Certificate name`, () => 'sheets'),
    remarks: {
      header: t`Remarks`,
      value: ({ isOpening, remarks }) =>
        [isOpening && t`Opening balance`, remarks].filter(Boolean).join('; ') || null,
    },
  },
} as const satisfies ListLayout<BlankReceipt>;

export const movementsLayout = {
  name: 'custody-ledger',
  columns: {
    at: { header: t`When`, kind: 'moment', card: 'line' },
    act: { header: t`What`, value: (row) => blankActLabels[row.act], card: 'badge' },
    serials: {
      header: t`Serials`,
      value: serialsOf,
      card: 'title',
      record: ({ quantity, firstSerial }) => (quantity === 1 ? { kind: 'sheet', id: firstSerial } : null),
    },
    quantity: { header: t`Sheets`, kind: 'number', card: 'line' },
    paper: { header: t`Paper`, stockWords: ['paper', 'colour'], card: 'line' },
    from: { header: t`From`, value: (row) => row.fromState && placeOf(row.fromState, row.fromHolder) },
    to: { header: t`To`, value: (row) => placeOf(row.toState, row.toHolder), card: 'line' },
    runNumber: { header: t`Run`, copied: true, record: ({ runNumber }) => recordRef('run', runNumber) },
    by: { header: t`Recorded by` },
    witness: { header: t`Witness or approver` },
    remark: { header: t`Reason`, value: whyMoved },
  },
} as const satisfies ListLayout<Movement>;

/** Such as `A001001–A001050`, or a single serial. */
export function serialsOf(row: { firstSerial: string; lastSerial: string; quantity: number }): string {
  return row.quantity === 1 ? row.firstSerial : `${row.firstSerial}–${row.lastSerial}`;
}

/** Such as `In store` or `Issued, Prakash Gowda`. */
export function placeOf(state: Movement['toState'], holder: string | null): string {
  const place = translateLabel(blankStateLabels[state]);
  return holder === null ? place : `${place}, ${holder}`;
}

/** The remark, or what the record behind the act says. */
export function whyMoved({ remark, isOpening, destruction, signing }: Movement): string | null {
  if (isOpening) return t`Opening balance`;
  if (destruction)
    return `${translateLabel(destructionMethodLabels[destruction.method])}: ${destruction.remarks}`;
  if (!signing) return remark;
  const { batch, office, carriedBy, outcome } = signing;
  if (outcome === null) return t`${batch}, ${office}, carried by ${carriedBy}`;
  if (outcome === 'signed') return t`${batch}, ${office}: signed`;
  return outcome === 'unsigned' ? t`${batch}, ${office}: not signed` : t`${batch}, ${office}: damaged`;
}

export const stockCountsLayout = {
  name: 'stock-counts',
  columns: {
    startedAt: { header: t`Started at`, kind: 'moment', card: 'line' },
    paper: { header: t`Paper`, stockWords: ['paper', 'colour'], card: 'title' },
    startedBy: { header: t`Started by` },
    expected: { header: t`Expected`, kind: 'number', card: 'line' },
    counted: { header: t`Counted`, kind: 'number', card: 'line' },
    discrepancies: { header: t`Discrepancies`, kind: 'number', card: 'line' },
    unresolved: { header: t`Unresolved`, kind: 'number' },
    closedBy: { header: t`Closed by` },
    closedAt: { header: t`Closed at`, kind: 'moment' },
    waiting: ageColumn(({ closedAt, startedAt }) => (closedAt === null ? startedAt : null)),
  },
} as const satisfies ListLayout<StockCount>;

export const inkUsesLayout = {
  name: 'ink-use',
  columns: {
    at: { header: t`Recorded at`, kind: 'moment', card: 'line' },
    ink: { header: t`Ink name`, stockWords: ['ink', 'colour'], card: 'title' },
    code: { header: t`Code`, copied: true },
    quantity: {
      header: t`Used`,
      value: (row) => formatQuantity(row.quantity, row.unit),
      align: 'right',
      card: 'line',
    },
    of: {
      header: t`Run or days`,
      value: (row) => row.runNumber ?? `${dayOf(row.fromDay)} – ${dayOf(row.toDay)}`,
      record: ({ runNumber }) => recordRef('run', runNumber),
      card: 'line',
    },
    sheets: { header: t`Sheets printed`, kind: 'number', card: 'line' },
    printer: { header: t`Printer` },
    by: { header: t`Recorded by` },
    remarks: { header: t`Remarks` },
  },
} as const satisfies ListLayout<InkUse>;

function dayOf(day: string | null): string {
  return day ? day.split('-').toReversed().join('/') : '';
}

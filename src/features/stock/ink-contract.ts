import { z } from 'zod';
import { inkUnits } from '#features/masters/declared/stock-kinds.ts';
import { listOperation, operation, readRecord, versionOperation } from '#platform/contract/operation.ts';
import { Day, Id, Moment, Search, typedNumber, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';
import {
  Kind,
  One,
  OneVersion,
  Quantity,
  StockEntry,
  StockFilters,
  StockOrder,
  StockRecord,
} from './stock-record.ts';

const InkUnit = z.enum(namesOf(inkUnits));

/** A kind of ink with its stock, accepted and approved less used, and its use. */
export const Ink = Kind.extend({
  unit: InkUnit,
  /** The yield that its maker states. */
  sheetsPerUnit: z.number().int(),
  inStock: z.number().int(),
  usedThisMonth: z.number().int(),
  usedLastMonth: z.number().int(),
  /** Sheets that one unit has printed, on average; null until enough were printed to say. */
  measuredYield: z.number().int().nullable(),
});
export type Ink = z.infer<typeof Ink>;

export const InkReceipt = StockRecord.extend({ inkId: Id, unit: InkUnit });
export type InkReceipt = z.infer<typeof InkReceipt>;

export const InkReceiptEntry = z
  .object({
    inkId: z.uuid(t`Choose the ink.`),
    ...StockEntry.shape,
    receivedQuantity: Quantity.min(1, t`Enter the received quantity.`),
  })
  .refine((entry) => entry.totalQuantity >= entry.receivedQuantity, {
    path: ['totalQuantity'],
    message: t`The received quantity is more than on the invoice.`,
  })
  .refine((entry) => entry.rejectedQuantity <= entry.receivedQuantity, {
    path: ['rejectedQuantity'],
    message: t`The rejected quantity is more than the received quantity.`,
  });
export type InkReceiptEntry = z.infer<typeof InkReceiptEntry>;

/** Ink taken out of stock, with the sheets printed with it. */
export const InkUse = z.object({
  id: Id,
  at: Moment,
  by: z.string(),
  ink: z.string(),
  code: z.string(),
  colour: z.string(),
  unit: InkUnit,
  quantity: z.number().int(),
  /** Such as `R-000012`; null for a range of days. */
  runNumber: z.string().nullable(),
  fromDay: Day.nullable(),
  toDay: Day.nullable(),
  sheets: z.number().int(),
  /** The printer of the run; null for a range of days. */
  printer: z.string().nullable(),
  remarks: z.string().nullable(),
});
export type InkUse = z.infer<typeof InkUse>;

const InkUseEntry = z.object({
  inkId: z.uuid(t`Choose the ink.`),
  quantity: Quantity.min(1, t`Enter the quantity used.`),
  /** The closed run that used it, or a range of days. */
  of: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('run'),
      runNumber: typedNumber().overwrite(bareNumber).toUpperCase().max(12),
    }),
    z.object({ kind: z.literal('days'), from: Day, to: Day }),
  ]),
  remarks: typedText().trim().max(500).default(''),
});

export const inkOperations = {
  listInks: operation('GET /inks', {
    summary: 'The kinds of ink with what is in stock of each.',
    access: 'stock:read',
    reads: ['stock', 'inks'],
  }).output(z.object({ inks: z.array(Ink) })),
  ...listOperation('InkReceipts', {
    path: '/ink-receipts',
    of: 'the deliveries of ink',
    access: 'stock:read',
    row: InkReceipt,
    filters: StockFilters,
    sort: StockOrder,
  }),
  getInkReceipt: readRecord('/ink-receipts/{id}', {
    summary: 'One delivery of ink.',
    access: 'stock:read',
    errors: ['stock.not_found'],
    answer: InkReceipt,
  }),
  receiveInk: operation('POST /ink-receipts', {
    summary: 'Takes a delivery of ink into the books; it counts once a second person approves it.',
    access: 'stock:receive',
    errors: ['stock.not_found', 'files.not_usable'],
  })
    .input(InkReceiptEntry)
    .output(One),
  editInkReceipt: operation('PUT /ink-receipts/{id}', {
    summary: 'Changes a delivery of ink; after its approval only the remarks and the invoice.',
    access: 'stock:receive',
    errors: ['stock.not_found', 'stock.approved_stays', 'files.not_usable', 'records.stale'],
  })
    .input(InkReceiptEntry.safeExtend(OneVersion.shape))
    .output(z.object({ version: Version })),
  deleteInkReceipt: versionOperation('DELETE /ink-receipts/{id}', {
    summary: 'Deletes a delivery of ink that was not approved.',
    access: 'stock:receive',
    errors: ['stock.not_found', 'stock.approved_not_deleted', 'records.stale'],
  }),
  approveInk: versionOperation('POST /ink-receipts/{id}/approve', {
    summary: 'Approves a delivery of ink that somebody else received.',
    access: 'stock:approve',
    errors: ['stock.not_found', 'stock.own_receipt', 'stock.already_approved', 'records.stale'],
  }),
  ...listOperation('InkUses', {
    path: '/ink-uses',
    of: 'the uses of ink',
    access: 'stock:read',
    row: InkUse,
    filters: Search,
  }),
  recordInkUse: operation('POST /ink-uses', {
    summary: 'Takes ink out of stock for a closed print run or for days, and counts the sheets printed then.',
    access: 'stock:record_ink_use',
    errors: ['stock.not_found', 'stock.too_little_ink', 'stock.run_not_closed', 'stock.run_has_ink'],
  })
    .input(InkUseEntry)
    .output(z.object({ id: Id, sheets: z.number().int() })),
};

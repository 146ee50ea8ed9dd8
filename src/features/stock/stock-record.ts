import { z } from 'zod';
import { type OperationOptions, operation, type Path } from '#platform/contract/operation.ts';
import { Day, FileReference, Id, Moment, Search, sortOf, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { sheetsAtHand } from './custody.ts';

export const Quantity = z.number(t`Enter a number.`).int(t`Whole numbers only.`).max(1_000_000);

/** The common fields of all deliveries. */
export const StockRecord = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  colour: z.string(),
  /** The quantity on the vendor's invoice. */
  totalQuantity: z.number().int(),
  /** The quantity that arrived; less the rejected quantity it is accepted. */
  receivedQuantity: z.number().int(),
  rejectedQuantity: z.number().int(),
  receivedOn: Day,
  receivedBy: z.string(),
  receivedById: Id,
  /** When the delivery was recorded: since then it waits for its approval. */
  receivedAt: Moment,
  /** Everybody who received it or changed what was received: they may not approve it. */
  contributorIds: z.array(Id),
  approvedBy: z.string().nullable(),
  approvedAt: Moment.nullable(),
  remarks: z.string().nullable(),
  invoice: FileReference.nullable(),
  version: Version,
});
export type StockRecord = z.infer<typeof StockRecord>;

/** The common input of all deliveries. */
export const StockEntry = z.object({
  totalQuantity: Quantity.min(1, t`Enter the quantity on the invoice.`),
  rejectedQuantity: Quantity.min(0).default(0),
  receivedOn: Day,
  remarks: typedText().trim().max(500).default(''),
  invoiceFileId: Id.nullable().default(null),
});
export type StockEntry = z.infer<typeof StockEntry>;

/** A kind of paper or of ink. */
export const Kind = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  colour: z.string(),
  warnBelow: z.number().int(),
  /** Whether a delivery of it was ever recorded. */
  hasRecords: z.boolean(),
  version: Version,
});
export type Kind = z.infer<typeof Kind>;

/** Whether a second person has approved the delivery. */
export const approvalLabels = { all: t`All`, waiting: t`To approve`, approved: t`Approved` };

/** The category is `all` or one of the colours in stock. */
export const StockFilters = Search.extend({
  category: z.string().max(40).default('all'),
  approval: z.enum(namesOf(approvalLabels)).default('all'),
});
export type StockFilters = z.infer<typeof StockFilters>;

export const StockOrder = sortOf(['receivedAt', 'name', 'code', 'colour']).optional();

export const One = z.object({ id: Id });
export const OneVersion = z.object({ id: Id, version: Version });
export type OneVersion = z.infer<typeof OneVersion>;

/** A query on numbered sheets: print runs change its result as the store does. */
export function sheetsOperation(path: Path, options: Pick<OperationOptions, 'summary' | 'errors'>) {
  return operation(`GET ${path}`, { ...options, access: 'stock:read', reads: sheetsAtHand });
}

import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { containing } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { StockFilters, StockRecord } from '../stock-record.ts';

/** What the rows of both kinds of delivery have; the tables are joined under the same names. */
export const recordColumns = [
  'receipt.id',
  'receipt.total_quantity',
  'receipt.received_quantity',
  'receipt.rejected_quantity',
  'receipt.received_on',
  'receipt.received_by',
  'receipt.received_at',
  'receipt.approved_at',
  'receipt.remarks',
  'receipt.version',
  'kind.code',
  'kind.name',
  'kind.colour',
  'receiver.name as receiver_name',
  'approver.name as approver_name',
  'files.id as invoice_id',
  'files.original_name as invoice_name',
  'files.media_type as invoice_type',
  'files.byte_size as invoice_size',
] as const;

type RecordRow = {
  id: string;
  name: string;
  code: string;
  colour: string;
  total_quantity: number;
  received_quantity: number;
  rejected_quantity: number;
  received_on: string;
  received_by: string;
  contributor_ids: string[];
  approved_at: Date | null;
  remarks: string | null;
  version: number;
  receiver_name: string;
  approver_name: string | null;
  invoice_id: string | null;
  invoice_name: string | null;
  invoice_type: string | null;
  invoice_size: number | null;
};

export function toStockRecord(row: RecordRow): StockRecord {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    colour: row.colour,
    totalQuantity: row.total_quantity,
    receivedQuantity: row.received_quantity,
    rejectedQuantity: row.rejected_quantity,
    receivedOn: row.received_on,
    receivedBy: row.receiver_name,
    receivedById: row.received_by,
    contributorIds: row.contributor_ids,
    approvedBy: row.approver_name,
    approvedAt: row.approved_at?.toISOString() ?? null,
    remarks: row.remarks,
    invoice: row.invoice_id
      ? {
          id: row.invoice_id,
          name: row.invoice_name!,
          mediaType: row.invoice_type!,
          byteSize: row.invoice_size!,
        }
      : null,
    version: row.version,
  };
}

/** Name, code and colour only, as the specification has it. Deliveries are few, so no index is needed. */
export function matching({ search, category }: StockFilters) {
  const bySearch = search
    ? sql<boolean>`lower(concat_ws(E'\n', kind.name, kind.code, kind.colour)) like ${containing(search)}`
    : sql<boolean>`true`;
  return category === 'all' ? bySearch : sql<boolean>`${bySearch} and kind.colour = ${category}`;
}

export const recordSorts = {
  receivedAt: { column: 'receipt.received_at', type: 'timestamptz' },
  name: { column: 'kind.name', type: 'text' },
  code: { column: 'kind.code', type: 'text' },
  colour: { column: 'kind.colour', type: 'text' },
} as const;

/** Refuses an invoice that is none, or that the actor did not upload; the one that is attached already may stay. */
export async function refuseForeignInvoice(
  { db, actor }: Pick<CommandTransaction, 'db' | 'actor'>,
  fileId: string | null,
  attached: string | null = null,
): Promise<void> {
  if (fileId === null || fileId === attached) return;
  const file = await unscoped(db)
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('kind', '=', 'invoice')
    .where('uploaded_by', '=', actor.id)
    .executeTakeFirst();
  if (!file) throw domainError('files.not_usable');
}

type EntryColumns = {
  total_quantity: number;
  rejected_quantity: number;
  received_on: string;
  remarks: string | null;
  invoice_file_id: string | null;
};

/** What a person typed of either kind, as columns. */
export function stockColumns(entry: {
  totalQuantity: number;
  rejectedQuantity: number;
  receivedOn: string;
  remarks: string;
  invoiceFileId: string | null;
}): EntryColumns {
  return {
    total_quantity: entry.totalQuantity,
    rejected_quantity: entry.rejectedQuantity,
    received_on: entry.receivedOn,
    remarks: entry.remarks || null,
    invoice_file_id: entry.invoiceFileId,
  };
}

/** Whether an edit touches what an approval vouches for, which remarks and invoice are not. */
export function changesSubstance(changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => field !== 'remarks' && field !== 'invoiceFileId');
}

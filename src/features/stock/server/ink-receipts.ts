import { contributorsTo } from '#platform/server/db/contributors.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { orderOf, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { InkReceipt, InkReceiptEntry, InkUnit, ListInkReceiptsInput } from '../ink-contract.ts';
import type { StockFilters } from '../stock-record.ts';
import { matching, recordColumns, recordSorts, stockColumns, toStockRecord } from './stock-records.ts';

export async function listInkReceipts(db: Db, input: ListInkReceiptsInput) {
  const order = orderOf(input.sort, recordSorts, { id: 'receipt.id', idType: 'uuid' });
  const page = await readPage(receiptRows(db).where(matching(input)), order, input);
  return { rows: page.rows.map(toInkReceipt), nextCursor: page.nextCursor };
}

export async function countInkReceipts(db: Db, filters: StockFilters) {
  return unscoped(db)
    .selectFrom('ink_receipts as receipt')
    .innerJoin('inks as kind', 'kind.id', 'receipt.ink_id')
    .where(matching(filters))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function getInkReceipt(db: Db, id: string): Promise<InkReceipt> {
  const row = await receiptRows(db).where('receipt.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('stock.not_found');
  return toInkReceipt(row);
}

/** The delivery, locked until the transaction ends. */
export async function lockInkReceipt(db: Db, id: string): Promise<InkReceipt> {
  const locked = await db
    .selectFrom('ink_receipts')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw domainError('stock.not_found');
  return getInkReceipt(db, id);
}

/** What a person typed, as the columns of the row. */
export function inkReceiptColumns(entry: InkReceiptEntry) {
  return { ...stockColumns(entry), ink_id: entry.inkId, received_quantity: entry.receivedQuantity };
}

function receiptRows(db: Db) {
  return unscoped(db)
    .selectFrom('ink_receipts as receipt')
    .innerJoin('inks as kind', 'kind.id', 'receipt.ink_id')
    .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by')
    .leftJoin('staff as approver', 'approver.id', 'receipt.approved_by')
    .leftJoin('files', 'files.id', 'receipt.invoice_file_id')
    .select(recordColumns)
    .select((eb) => contributorsTo(eb.ref('receipt.id')).as('contributor_ids'))
    .select(['receipt.ink_id', 'kind.unit']);
}

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>>;

function toInkReceipt(row: ReceiptRow): InkReceipt {
  return { ...toStockRecord(row), inkId: row.ink_id, unit: row.unit as InkUnit };
}

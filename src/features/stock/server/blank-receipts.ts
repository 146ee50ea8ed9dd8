import { contributorsTo } from '#platform/server/db/contributors.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { orderOf, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import {
  type BlankReceipt,
  type BlankReceiptEntry,
  type ListBlankReceiptsInput,
  receivedSheets,
} from '../blank-contract.ts';
import { formatRanges, formatSerial, mergeRanges, parseSerials, type SerialRange } from '../serials.ts';
import type { StockFilters } from '../stock-record.ts';
import { matching, recordColumns, recordSorts, stockColumns, toStockRecord } from './stock-records.ts';

export async function listBlankReceipts(db: Db, input: ListBlankReceiptsInput) {
  const order = orderOf(input.sort, recordSorts, { id: 'receipt.id', idType: 'uuid' });
  const page = await readPage(receiptRows(db).where(matching(input)), order, input);
  return { rows: page.rows.map(toBlankReceipt), nextCursor: page.nextCursor };
}

export async function countBlankReceipts(db: Db, filters: StockFilters) {
  return unscoped(db)
    .selectFrom('blank_receipts as receipt')
    .innerJoin('papers as kind', 'kind.id', 'receipt.paper_id')
    .where(matching(filters))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function getBlankReceipt(db: Db, id: string): Promise<BlankReceipt> {
  const row = await receiptRows(db).where('receipt.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('stock.not_found');
  return toBlankReceipt(row);
}

/** The delivery, locked until the transaction ends. */
export async function lockBlankReceipt(db: Db, id: string): Promise<BlankReceipt> {
  const locked = await db
    .selectFrom('blank_receipts')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw domainError('stock.not_found');
  return getBlankReceipt(db, id);
}

/** `Parchment, Maroon, A001001–A001250`: how the audit log names a delivery. */
export function labelOf(receipt: {
  name: string;
  colour: string;
  serialPrefix: string;
  firstSerial: number;
  lastSerial: number;
}): string {
  const first = formatSerial(receipt.serialPrefix, receipt.firstSerial);
  return `${receipt.name}, ${receipt.colour}, ${first}–${formatSerial(receipt.serialPrefix, receipt.lastSerial)}`;
}

/** What a person typed, as the columns of the row. */
export function receiptColumns(entry: BlankReceiptEntry) {
  return {
    ...stockColumns(entry),
    paper_id: entry.paperId,
    serial_prefix: entry.serialPrefix,
    first_serial: entry.firstSerial,
    last_serial: entry.lastSerial,
    received_quantity: receivedSheets(entry),
    rejected_serials: parseSerials(entry.rejectedSerials).ranges.flatMap(numbersOf),
  };
}

function numbersOf({ first, last }: SerialRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function receiptRows(db: Db) {
  return unscoped(db)
    .selectFrom('blank_receipts as receipt')
    .innerJoin('papers as kind', 'kind.id', 'receipt.paper_id')
    .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by')
    .leftJoin('staff as approver', 'approver.id', 'receipt.approved_by')
    .leftJoin('files', 'files.id', 'receipt.invoice_file_id')
    .select(recordColumns)
    .select((eb) => contributorsTo(eb.ref('receipt.id')).as('contributor_ids'))
    .select([
      'receipt.paper_id',
      'receipt.serial_prefix',
      'receipt.first_serial',
      'receipt.last_serial',
      'receipt.rejected_serials',
    ]);
}

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>>;

function toBlankReceipt(row: ReceiptRow): BlankReceipt {
  const rejected = row.rejected_serials.map((number) => ({
    prefix: row.serial_prefix,
    first: number,
    last: number,
  }));
  return {
    ...toStockRecord(row),
    paperId: row.paper_id,
    serialPrefix: row.serial_prefix,
    firstSerial: row.first_serial,
    lastSerial: row.last_serial,
    rejectedSerials: formatRanges(mergeRanges(rejected)),
  };
}

import { fromRow, unscoped } from '#platform/server/db/database.ts';
import { BlankReceipt, type BlankReceiptEntry, receivedSheets } from '../blank-contract.ts';
import { formatRanges, formatSerial, numbersIn, parseSerials, rangesOf } from '../serials.ts';
import { lockPaper } from './papers.ts';
import { receiptsOf, recordColumns } from './stock-records.ts';

export const blankReceipts = receiptsOf({
  type: 'blank_receipt',
  events: { received: 'stock.received', edited: 'stock.edited', deleted: 'stock.deleted' },
  rows: (db) =>
    unscoped(db)
      .selectFrom('blank_receipts as receipt')
      .innerJoin('papers as kind', 'kind.id', 'receipt.paper_id')
      .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by')
      .leftJoin('staff as approver', 'approver.id', 'receipt.approved_by')
      .leftJoin('files', 'files.id', 'receipt.invoice_file_id')
      .select(recordColumns)
      .select([
        'receipt.paper_id',
        'receipt.serial_prefix',
        'receipt.first_serial',
        'receipt.last_serial',
        'receipt.rejected_serials',
      ]),
  record: (row) => {
    const rejected = row.rejected_serials.map((number) => formatSerial(row.serial_prefix, number));
    return fromRow(BlankReceipt, row, { rejectedSerials: formatRanges(rangesOf(rejected)) });
  },
  stored: (entry: BlankReceiptEntry) => ({
    ...entry,
    receivedQuantity: receivedSheets(entry),
    rejectedSerials: parseSerials(entry.rejectedSerials).ranges.flatMap(numbersIn),
  }),
  lockGoods: (db, { paperId }) => lockPaper(db, paperId),
  serialsOf: ({ serialPrefix: prefix, firstSerial, lastSerial }) =>
    `, ${formatSerial(prefix, firstSerial)}–${formatSerial(prefix, lastSerial)}`,
});

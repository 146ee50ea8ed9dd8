import { fromRow, unscoped } from '#platform/server/db/database.ts';
import { InkReceipt, type InkReceiptEntry } from '../ink-contract.ts';
import { lockInk } from './inks.ts';
import { receiptsOf, recordColumns } from './stock-records.ts';

export const inkReceipts = receiptsOf({
  type: 'ink_receipt',
  events: { received: 'stock.ink_received', edited: 'stock.ink_edited', deleted: 'stock.ink_deleted' },
  rows: (db) =>
    unscoped(db)
      .selectFrom('ink_receipts as receipt')
      .innerJoin('inks as kind', 'kind.id', 'receipt.ink_id')
      .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by')
      .leftJoin('staff as approver', 'approver.id', 'receipt.approved_by')
      .leftJoin('files', 'files.id', 'receipt.invoice_file_id')
      .select(recordColumns)
      .select(['receipt.ink_id', 'kind.unit']),
  record: (row) => fromRow(InkReceipt, row),
  stored: (entry: InkReceiptEntry) => entry,
  lockGoods: (db, { inkId }) => lockInk(db, inkId),
  serialsOf: () => '',
});

import { fromRow } from '#platform/server/db/database.ts';
import { InkReceipt, type InkReceiptEntry } from '../ink-contract.ts';
import { lockInk } from './inks.ts';
import { stockCommand } from './papers.ts';
import { approveDelivery, deleteDelivery, editDelivery, receiveDelivery } from './receipt-commands.ts';
import { receiptsOf, recordColumns } from './stock-records.ts';

export const inkReceipts = receiptsOf({
  type: 'ink_receipt',
  events: { received: 'stock.ink_received', edited: 'stock.ink_edited', deleted: 'stock.ink_deleted' },
  rows: (db) =>
    db
      .selectFrom('ink_receipts as receipt')
      .innerJoin('inks as kind', 'kind.id', 'receipt.ink_id')
      .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by')
      .leftJoin('staff as approver', 'approver.id', 'receipt.approved_by')
      .leftJoin('files', 'files.id', 'receipt.invoice_file_id')
      .select(recordColumns)
      .select(['receipt.ink_id', 'kind.unit']),
  record: (row) => fromRow(InkReceipt, row),
  stored: (entry: InkReceiptEntry) => entry,
  audited: (fields) => fields,
  lockGoods: (db, { inkId }) => lockInk(db, inkId),
  serialsOf: () => '',
});

/** Records a delivery of ink. It counts as stock once a second person approves it. */
export const receiveInk = stockCommand('receiveInk', async (transaction, entry) =>
  receiveDelivery(transaction, inkReceipts, { entry, goods: await lockInk(transaction.db, entry.inkId) }),
);

export const editInkReceipt = stockCommand('editInkReceipt', (transaction, { id, version, ...entry }) =>
  editDelivery(transaction, inkReceipts, { id, version, entry }),
);

/** Approves another person's delivery of ink: its accepted quantity is in stock from now on. */
export const approveInk = stockCommand('approveInk', async (transaction, input) => {
  const { receipt, record } = await approveDelivery(transaction, inkReceipts, input);
  const inStock = receipt.receivedQuantity - receipt.rejectedQuantity;
  transaction.audit({ event: 'stock.ink_approved', record, after: { inStock } });
  return {};
});

export const deleteInkReceipt = stockCommand('deleteInkReceipt', (transaction, input) =>
  deleteDelivery(transaction, inkReceipts, input),
);

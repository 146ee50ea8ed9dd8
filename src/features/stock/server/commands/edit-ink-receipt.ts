import { command } from '#platform/server/command.ts';
import type { InkReceiptEntry } from '../../ink-contract.ts';
import type { OneVersion } from '../../stock-record.ts';
import { inkReceipts } from '../ink-receipts.ts';
import { editDelivery } from '../receipt-commands.ts';

export const editInkReceipt = command(
  'editInkReceipt',
  (transaction, { id, version, ...entry }: InkReceiptEntry & OneVersion) =>
    editDelivery(transaction, inkReceipts, { id, version, entry }),
);

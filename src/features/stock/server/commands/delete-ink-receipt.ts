import { command } from '#platform/server/command.ts';
import type { OneVersion } from '../../stock-record.ts';
import { inkReceipts } from '../ink-receipts.ts';
import { deleteDelivery } from '../receipt-commands.ts';

export const deleteInkReceipt = command('deleteInkReceipt', (transaction, input: OneVersion) =>
  deleteDelivery(transaction, inkReceipts, input),
);

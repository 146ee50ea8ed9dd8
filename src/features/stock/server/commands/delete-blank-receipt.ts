import { command } from '#platform/server/command.ts';
import type { OneVersion } from '../../stock-record.ts';
import { blankReceipts } from '../blank-receipts.ts';
import { deleteDelivery } from '../receipt-commands.ts';

/** No sheet of it exists yet, because it was not approved. */
export const deleteBlankReceipt = command('deleteBlankReceipt', (transaction, input: OneVersion) =>
  deleteDelivery(transaction, blankReceipts, input),
);

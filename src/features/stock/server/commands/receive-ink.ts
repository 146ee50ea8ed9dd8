import { command } from '#platform/server/command.ts';
import type { InkReceiptEntry } from '../../ink-contract.ts';
import { inkReceipts } from '../ink-receipts.ts';
import { lockInk } from '../inks.ts';
import { receiveDelivery } from '../receipt-commands.ts';

/** Takes a delivery of ink into the books. It counts as stock once a second person approves it. */
export const receiveInk = command('receiveInk', async (transaction, entry: InkReceiptEntry) =>
  receiveDelivery(transaction, inkReceipts, { entry, goods: await lockInk(transaction.db, entry.inkId) }),
);

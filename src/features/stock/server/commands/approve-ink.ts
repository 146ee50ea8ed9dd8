import { command } from '#platform/server/command.ts';
import type { OneVersion } from '../../stock-record.ts';
import { inkReceipts } from '../ink-receipts.ts';
import { approveDelivery } from '../receipt-commands.ts';

/** Approves a delivery of ink that somebody else received: what was accepted of it is in stock from now on. */
export const approveInk = command('approveInk', async (transaction, input: OneVersion) => {
  const { receipt, record } = await approveDelivery(transaction, inkReceipts, input);
  const inStock = receipt.receivedQuantity - receipt.rejectedQuantity;
  transaction.audit({ event: 'stock.ink_approved', record, after: { inStock } });
  return {};
});

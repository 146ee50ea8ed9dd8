import { command } from '#platform/server/command.ts';
import { refuseUnless } from '#platform/server/refusal.ts';
import { refuseStale } from '#platform/server/refuse-stale.ts';
import { stockCan } from '../../rules.ts';
import { lockInkReceipt } from '../ink-receipts.ts';

/** Approves a delivery of ink that somebody else received: what was accepted of it is in stock from now on. */
export const approveInk = command(
  'approveInk',
  async ({ db, actor, now, audit }, { id, version }: { id: string; version: number }) => {
    const receipt = await lockInkReceipt(db, id);
    refuseUnless(stockCan.approve(receipt, actor.id));
    await refuseStale(db, { type: 'ink_receipt', row: receipt }, version);

    await db
      .updateTable('ink_receipts')
      .set({ approved_by: actor.id, approved_at: now, version: receipt.version + 1 })
      .where('id', '=', id)
      .execute();

    audit({
      event: 'stock.ink_approved',
      record: { type: 'ink_receipt', id, label: `${receipt.name}, ${receipt.colour}` },
      after: { inStock: receipt.receivedQuantity - receipt.rejectedQuantity },
    });
    return {};
  },
);

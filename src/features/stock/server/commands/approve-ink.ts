import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { stockCan } from '../../rules.ts';
import { lockInkReceipt } from '../ink-receipts.ts';

/** Approves a delivery of ink that somebody else received: what was accepted of it is in stock from now on. */
export const approveInk = command(
  'approveInk',
  async ({ db, actor, now, audit }, { id, version }: { id: string; version: number }) => {
    const receipt = await lockInkReceipt(db, id);
    assertAllowed(stockCan.approve(receipt, actor.id));
    await assertVersion(db, { type: 'ink_receipt', row: receipt }, version);

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

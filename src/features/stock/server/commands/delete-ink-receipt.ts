import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { stockCan } from '../../rules.ts';
import { lockInkReceipt } from '../ink-receipts.ts';

/** Deletes a delivery of ink that was not approved; the audit log keeps what it was. */
export const deleteInkReceipt = command(
  'deleteInkReceipt',
  async ({ db, audit }, { id, version }: { id: string; version: number }) => {
    const receipt = await lockInkReceipt(db, id);
    assertAllowed(stockCan.delete(receipt));
    await assertVersion(db, { type: 'ink_receipt', row: receipt }, version);

    await db.deleteFrom('ink_receipts').where('id', '=', id).execute();

    const { id: _id, version: _version, ...before } = receipt;
    audit({
      event: 'stock.ink_deleted',
      record: { type: 'ink_receipt', id, label: `${receipt.name}, ${receipt.colour}` },
      before,
    });
    return {};
  },
);

import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { stockCan } from '../../rules.ts';
import { labelOf, lockBlankReceipt } from '../blank-receipts.ts';

/** Deletes a delivery that was not approved: no sheet of it exists yet. The audit log keeps what it was. */
export const deleteBlankReceipt = command(
  'deleteBlankReceipt',
  async ({ db, audit }, { id, version }: { id: string; version: number }) => {
    const receipt = await lockBlankReceipt(db, id);
    assertAllowed(stockCan.delete(receipt));
    await assertVersion(db, { type: 'blank_receipt', row: receipt }, version);

    await db.deleteFrom('blank_receipts').where('id', '=', id).execute();

    const { id: _id, version: _version, ...before } = receipt;
    audit({
      event: 'stock.deleted',
      record: { type: 'blank_receipt', id, label: labelOf(receipt) },
      before,
    });
    return {};
  },
);

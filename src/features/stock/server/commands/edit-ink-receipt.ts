import { assertVersion } from '#platform/server/assert-version.ts';
import { changesBetween } from '#platform/server/changes-between.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { EditInkReceiptInput } from '../../ink-contract.ts';
import { stockCan } from '../../rules.ts';
import { inkReceiptColumns, lockInkReceipt } from '../ink-receipts.ts';
import { lockInk } from '../inks.ts';
import { changesSubstance, refuseForeignInvoice } from '../stock-records.ts';

/** Changes a delivery. Whoever changes what came cannot approve it; after the approval only remarks and invoice change. */
export const editInkReceipt = command(
  'editInkReceipt',
  async (transaction, { id, version, ...entry }: EditInkReceiptInput) => {
    const { db, actor, now, audit } = transaction;
    const receipt = await lockInkReceipt(db, id);
    const changes = changesBetween(
      { ...receipt, remarks: receipt.remarks ?? '', invoiceFileId: receipt.invoice?.id ?? null },
      entry,
    );
    const isCorrection = changesSubstance(changes.after);
    if (isCorrection) assertAllowed(stockCan.change(receipt));
    await assertVersion(db, { type: 'ink_receipt', row: receipt }, version);
    await refuseForeignInvoice(transaction, entry.invoiceFileId, receipt.invoice?.id);
    const ink = await lockInk(db, entry.inkId);

    await db
      .updateTable('ink_receipts')
      .set({
        ...inkReceiptColumns(entry),
        ...(isCorrection ? { corrected_by: actor.id, corrected_at: now } : {}),
        version: receipt.version + 1,
      })
      .where('id', '=', id)
      .execute();

    audit({
      event: 'stock.ink_edited',
      record: { type: 'ink_receipt', id, label: ink.label },
      ...changes,
    });
    return { version: receipt.version + 1 };
  },
);

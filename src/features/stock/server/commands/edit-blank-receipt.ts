import { assertVersion } from '#platform/server/assert-version.ts';
import { changesBetween } from '#platform/server/changes-between.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { EditBlankReceiptInput } from '../../blank-contract.ts';
import { stockCan } from '../../rules.ts';
import { formatRanges, parseSerials } from '../../serials.ts';
import { labelOf, lockBlankReceipt, receiptColumns } from '../blank-receipts.ts';
import { lockPaper } from '../papers.ts';
import { changesSubstance, refuseForeignInvoice } from '../stock-records.ts';

/** Changes a delivery. Whoever changes what came cannot approve it; after the approval only remarks and invoice change. */
export const editBlankReceipt = command(
  'editBlankReceipt',
  async (transaction, { id, version, ...entry }: EditBlankReceiptInput) => {
    const { db, actor, now, audit } = transaction;
    const receipt = await lockBlankReceipt(db, id);
    const rejectedSerials = formatRanges(parseSerials(entry.rejectedSerials).ranges);
    const changes = changesBetween(
      { ...receipt, remarks: receipt.remarks ?? '', invoiceFileId: receipt.invoice?.id ?? null },
      { ...entry, rejectedSerials },
    );
    const isCorrection = changesSubstance(changes.after);
    if (isCorrection) assertAllowed(stockCan.change(receipt));
    await assertVersion(db, { type: 'blank_receipt', row: receipt }, version);
    await refuseForeignInvoice(transaction, entry.invoiceFileId, receipt.invoice?.id);
    const paper = await lockPaper(db, entry.paperId);

    await db
      .updateTable('blank_receipts')
      .set({
        ...receiptColumns(entry),
        ...(isCorrection ? { corrected_by: actor.id, corrected_at: now } : {}),
        version: receipt.version + 1,
      })
      .where('id', '=', id)
      .execute();

    audit({
      event: 'stock.edited',
      record: {
        type: 'blank_receipt',
        id,
        label: labelOf({ ...entry, name: paper.name, colour: paper.colour }),
      },
      ...changes,
    });
    return { version: receipt.version + 1 };
  },
);

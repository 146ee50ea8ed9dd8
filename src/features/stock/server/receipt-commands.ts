import { v7 as uuid } from 'uuid';
import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  updateRow,
} from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { stockCan } from '../rules.ts';
import type { OneVersion, StockEntry, StockRecord } from '../stock-record.ts';
import type { Receipts, Stored } from './stock-records.ts';

/** Takes a delivery into the books; `goods` is the kind that came. */
export async function receiveDelivery<Receipt, Entry extends StockEntry>(
  transaction: CommandTransaction,
  receipts: Receipts<Receipt, Entry>,
  { entry, goods }: { entry: Entry; goods: { name: string; colour: string } },
) {
  const { db, actor, now, audit } = transaction;
  await refuseForeignInvoice(transaction, entry.invoiceFileId);

  const id = uuid();
  const stored = receipts.stored(entry);
  await db
    .insertInto(receipts.table)
    .values({ id, ...columnsOf(stored), received_by: actor.id, received_at: now })
    .execute();

  audit({
    event: receipts.events.received,
    record: { type: receipts.type, id, label: labelOf(receipts, goods, entry) },
    after: { ...entry, receivedQuantity: stored.receivedQuantity },
  });
  return { id };
}

/** Changes a delivery. Whoever changes what came cannot approve it; after the approval only remarks and invoice change. */
export async function editDelivery<Receipt extends StockRecord, Entry extends StockEntry>(
  transaction: CommandTransaction,
  receipts: Receipts<Receipt, Entry>,
  { id, version, entry }: OneVersion & { entry: Entry },
) {
  const { db, actor, now, audit } = transaction;
  const receipt = await receipts.lock(db, id);
  const changes = changesBetween<Record<string, unknown>>(
    { ...receipt, remarks: receipt.remarks ?? '', invoiceFileId: receipt.invoice?.id ?? null },
    { ...entry },
  );
  const isCorrection = changesSubstance(changes.after);
  if (isCorrection) assertAllowed(stockCan.change(receipt));
  await assertVersion(db, { type: receipts.type, row: receipt }, version);
  await refuseForeignInvoice(transaction, entry.invoiceFileId, receipt.invoice?.id);
  const goods = await receipts.lockGoods(db, entry);

  const changed = await updateRow(db, receipts.table, receipt, {
    ...columnsOf(receipts.stored(entry)),
    ...(isCorrection ? { corrected_by: actor.id, corrected_at: now } : {}),
  });

  audit({
    event: receipts.events.edited,
    record: { type: receipts.type, id, label: labelOf(receipts, goods, entry) },
    ...changes,
  });
  return changed;
}

/** Deletes a delivery that was not approved; the audit log keeps what it was. */
export async function deleteDelivery<Receipt extends StockRecord, Entry>(
  { db, audit }: CommandTransaction,
  receipts: Receipts<Receipt, Entry>,
  { id, version }: OneVersion,
) {
  const receipt = await receipts.lock(db, id);
  assertAllowed(stockCan.delete(receipt));
  await assertVersion(db, { type: receipts.type, row: receipt }, version);

  await db.deleteFrom(receipts.table).where('id', '=', id).execute();

  const { id: _id, version: _version, ...before } = receipt;
  audit({
    event: receipts.events.deleted,
    record: { type: receipts.type, id, label: labelOf(receipts, receipt, receipt) },
    before,
  });
  return {};
}

/** Signs for a delivery that somebody else received; what follows from it is the command's own. */
export async function approveDelivery<Receipt extends StockRecord, Entry>(
  { db, actor, now }: CommandTransaction,
  receipts: Receipts<Receipt, Entry>,
  { id, version }: OneVersion,
) {
  const receipt = await receipts.lock(db, id);
  assertAllowed(stockCan.approve(receipt, actor.id));
  await assertVersion(db, { type: receipts.type, row: receipt }, version);

  await updateRow(db, receipts.table, receipt, { approved_by: actor.id, approved_at: now });
  return {
    receipt,
    record: { type: receipts.type, id, label: labelOf(receipts, receipt, receipt) },
  };
}

/** `Parchment, Maroon, A001001–A001250`: how the audit log names a delivery. */
function labelOf<Receipt, Entry>(
  { serialsOf }: Receipts<Receipt, Entry>,
  { name, colour }: { name: string; colour: string },
  delivery: Receipt | Entry,
): string {
  return `${name}, ${colour}${serialsOf(delivery)}`;
}

function columnsOf({ remarks, ...stored }: Stored) {
  return toRow({ ...stored, remarks: remarks || null });
}

/** Refuses an invoice that is none, or that the actor did not upload; the one that is attached already may stay. */
async function refuseForeignInvoice(
  transaction: CommandTransaction,
  fileId: string | null,
  attached: string | null = null,
): Promise<void> {
  if (fileId !== null && fileId !== attached) await assertOwnUpload(transaction, fileId, 'invoice');
}

/** Whether an edit touches what an approval vouches for, which remarks and invoice are not. */
function changesSubstance(changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => field !== 'remarks' && field !== 'invoiceFileId');
}

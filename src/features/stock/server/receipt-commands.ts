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

/** Records a delivery; `goods` is the kind delivered. */
export async function receiveDelivery<Receipt, Entry extends StockEntry>(
  transaction: CommandTransaction,
  receipts: Receipts<Receipt, Entry>,
  { entry, goods }: { entry: Entry; goods: { name: string; colour: string } },
) {
  const { db, actor, now, audit } = transaction;
  await assertOwnInvoice(transaction, entry.invoiceFileId);

  const id = uuid();
  const stored = receipts.stored(entry);
  await db
    .insertInto(receipts.table)
    .values({ id, ...columnsOf(stored), received_by: actor.id, received_at: now })
    .execute();

  audit({
    event: receipts.events.received,
    record: { type: receipts.type, id, label: labelOf(receipts, goods, entry) },
    after: receipts.audited({ ...entry, receivedQuantity: stored.receivedQuantity }),
  });
  return { id };
}

/**
 * Edits a delivery. Whoever changes what was received cannot approve it; after approval only remarks and invoice
 * change.
 */
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
  await assertOwnInvoice(transaction, entry.invoiceFileId, receipt.invoice?.id);
  const goods = await receipts.lockGoods(db, entry);

  const changed = await updateRow(db, receipts.table, receipt, {
    ...columnsOf(receipts.stored(entry)),
    ...(isCorrection ? { corrected_by: actor.id, corrected_at: now } : {}),
  });

  audit({
    event: receipts.events.edited,
    record: { type: receipts.type, id, label: labelOf(receipts, goods, entry) },
    before: receipts.audited(changes.before),
    after: receipts.audited(changes.after),
  });
  return changed;
}

/** Deletes an unapproved delivery; the audit log keeps it. */
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
    before: receipts.audited(before),
  });
  return {};
}

/** Approves another person's delivery; the calling command does what follows. */
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

/** The audit log's label of a delivery: `Parchment, Maroon, A001001–A001250`. */
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

/** Rejects an invoice file that does not exist or is not the actor's upload; the attached one may stay. */
async function assertOwnInvoice(
  transaction: CommandTransaction,
  fileId: string | null,
  attached: string | null = null,
): Promise<void> {
  if (fileId !== null && fileId !== attached) await assertOwnUpload(transaction, fileId, 'invoice');
}

/** Whether an edit changes what an approval covers: anything but remarks and invoice. */
function changesSubstance(changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => field !== 'remarks' && field !== 'invoiceFileId');
}

import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, toRow } from '#platform/server/db/database.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import type { DraftEntry, DraftState } from '../contract.ts';
import { draftCan, draftDateFault } from '../rules.ts';
import { readAlikeReason } from './find-alike-drafts.ts';
import { type LockedDraft, recordOf } from './lock-drafts.ts';
import { draftsWithFace, isRecorded } from './look-up-draft.ts';

type DraftFault = NonNullable<ReturnType<typeof draftDateFault>> | 'demand_drafts.receipt_missing';

export type RegisteredDraft = { id: string; number: string };

/**
 * Finds or records the draft being entered and locks it. The same draft brought by a second candidate is the same row,
 * so nothing is paid twice with it.
 */
export async function registerDraft(
  transaction: CommandTransaction,
  entry: DraftEntry,
  collegeId: string,
): Promise<RegisteredDraft> {
  const known = await draftsWithFace(transaction.db, entry)
    .selectAll('demand_drafts')
    .forUpdate()
    .executeTakeFirst();
  if (known) return checkKnownDraft(transaction, known, entry, collegeId);
  const recorded = await recordDraft(transaction, entry, collegeId);
  return recorded ?? registerDraft(transaction, entry, collegeId);
}

/** Null if somebody recorded it at the same moment. */
async function recordDraft(
  transaction: CommandTransaction,
  entry: DraftEntry,
  collegeId: string,
): Promise<RegisteredDraft | null> {
  const { db, actor, now, audit } = transaction;
  if (entry.receiptFileId) await assertOwnUpload(transaction, entry.receiptFileId, 'receipt');
  const { alikeReason: _, ...face } = entry;
  const facts = { ...face, ...(await readAlikeReason(transaction, entry)) };
  const id = uuid();
  const inserted = await db
    .insertInto('demand_drafts')
    .values(toRow({ id, ...facts, collegeId, receivedBy: actor.id, receivedAt: now }))
    .onConflict((conflict) => conflict.column('instrument_key').doNothing())
    .returning(['id', 'number'])
    .executeTakeFirst();
  if (!inserted) return null;
  audit({
    event: 'demand_drafts.received',
    record: { type: 'demand_draft', id, label: entry.number },
    collegeId,
    after: facts,
  });
  return inserted;
}

/**
 * The faults of a draft being entered, by field. A draft already recorded has its receipt and is checked against its
 * own validity on registration: it may long be with the bank, or be revalidated.
 */
export async function findEntryFaults(db: Db, entry: DraftEntry, now: Date) {
  const isKnown = await isRecorded(db, entry);
  const dateFault = draftDateFault(entry.drawnOn, dayInIndia(now));
  const faults: { field: keyof DraftEntry; code: DraftFault }[] = [];
  if (dateFault && !(isKnown && dateFault === 'demand_drafts.stale'))
    faults.push({ field: 'drawnOn', code: dateFault });
  if (!isKnown && !entry.receiptFileId)
    faults.push({ field: 'receiptFileId', code: 'demand_drafts.receipt_missing' });
  return faults;
}

async function checkKnownDraft(
  transaction: CommandTransaction,
  known: LockedDraft,
  entry: DraftEntry,
  collegeId: string,
): Promise<RegisteredDraft> {
  if (known.college_id !== collegeId) throw domainError('demand_drafts.other_college');
  const { balance, number } = known;
  const ruling = draftCan.pay(
    { state: known.state as DraftState, balance, validUntil: known.valid_until },
    dayInIndia(transaction.now),
  );
  if (ruling !== true && ruling !== 'demand_drafts.exhausted') assertAllowed(ruling);
  if (known.drawn_on !== entry.drawnOn || known.amount !== entry.amount) {
    throw domainError('demand_drafts.differs', { amount: known.amount, drawnOn: formatDay(known.drawn_on) });
  }
  assertAllowed(ruling, { 'demand_drafts.exhausted': { number } });
  const { receiptFileId, alikeReason } = entry;
  if (known.receipt_file_id === null && receiptFileId)
    await attachReceipt(transaction, known, { receiptFileId, alikeReason });
  return { id: known.id, number };
}

/**
 * Attaches or replaces a draft's receipt. Constraints keep one from serving two drafts or changing after verification.
 */
export async function attachReceipt(
  transaction: CommandTransaction,
  draft: LockedDraft,
  { receiptFileId, alikeReason }: { receiptFileId: string; alikeReason?: string | undefined },
): Promise<void> {
  await assertOwnUpload(transaction, receiptFileId, 'receipt');
  const reason = await readAlikeReason(transaction, { id: draft.id, receiptFileId, alikeReason });
  const added = { receiptFileId, ...reason };
  await transaction.db.updateTable('demand_drafts').set(toRow(added)).where('id', '=', draft.id).execute();
  transaction.audit({
    event: 'demand_drafts.receipt_attached',
    ...recordOf(draft),
    before: { receiptFileId: draft.receipt_file_id },
    after: added,
  });
}

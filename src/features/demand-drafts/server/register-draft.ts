import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { toRow } from '#platform/server/db/rows.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { dayInIndia, formatDay } from '#shared/dates.ts';
import type { DraftEntry, DraftState } from '../contract.ts';
import { draftCan, draftDateFault } from '../rules.ts';
import { isRecorded, withFace } from './look-up-draft.ts';

export type RegisteredDraft = { id: string; number: string; balance: number };

/**
 * Finds or records the instrument on the table and locks it. The same paper in the hand of a second candidate is
 * the same row, so what it already pays is never paid twice.
 */
export async function registerDraft(
  { db, actor, now, audit }: CommandTransaction,
  entry: DraftEntry,
  collegeId: string,
): Promise<RegisteredDraft> {
  const id = uuid();
  const inserted = await unscoped(db)
    .insertInto('demand_drafts')
    .values(toRow({ id, ...entry, collegeId, receivedBy: actor.id, receivedAt: now }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) {
    audit({
      event: 'demand_drafts.received',
      record: { type: 'demand_draft', id, label: entry.number },
      collegeId,
      after: { ...entry },
    });
    return { id, number: entry.number, balance: entry.amount };
  }
  return lockKnownDraft({ db, now }, entry, collegeId);
}

/**
 * What is wrong with the date of a draft that is brought now. One that is on the books already is judged by its own
 * validity when it is registered: it may be with the bank for long, or be revalidated.
 */
export async function findDateFault(db: Db, entry: DraftEntry, now: Date) {
  const fault = draftDateFault(entry.drawnOn, dayInIndia(now));
  return fault === 'demand_drafts.stale' && (await isRecorded(db, entry)) ? null : fault;
}

async function lockKnownDraft(
  { db, now }: Pick<CommandTransaction, 'db' | 'now'>,
  entry: DraftEntry,
  collegeId: string,
): Promise<RegisteredDraft> {
  const known = await withFace(db, entry).selectAll('demand_drafts').forUpdate().executeTakeFirstOrThrow();
  if (known.college_id !== collegeId) throw domainError('demand_drafts.other_college');
  const { balance, number } = known;
  const ruling = draftCan.pay(
    { state: known.state as DraftState, balance, validUntil: known.valid_until },
    dayInIndia(now),
  );
  if (ruling !== true && ruling !== 'demand_drafts.exhausted') assertAllowed(ruling);
  if (known.drawn_on !== entry.drawnOn || known.amount !== entry.amount) {
    throw domainError('demand_drafts.differs', { amount: known.amount, drawnOn: formatDay(known.drawn_on) });
  }
  assertAllowed(ruling, { 'demand_drafts.exhausted': { number } });
  return { id: known.id, number, balance };
}

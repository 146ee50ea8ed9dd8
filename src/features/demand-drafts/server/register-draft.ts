import { v7 as uuid } from 'uuid';
import { wholeUniversity } from '#server/actor.ts';
import type { CommandTransaction } from '#server/command.ts';
import { type Db, inScope, unscoped } from '#server/db/database.ts';
import { refusal } from '#server/refusal.ts';
import { dayInIndia, formatDay } from '#shared/dates.ts';
import type { DraftEntry } from '../contract.ts';
import { draftDateFault } from '../rules.ts';

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
    .values({
      id,
      bank: entry.bank,
      branch: entry.branch,
      number: entry.number,
      drawn_on: entry.drawnOn,
      amount: entry.amount,
      college_id: collegeId,
      received_by: actor.id,
      received_at: now,
    })
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
  return lockKnownDraft(db, entry, collegeId);
}

/**
 * What is wrong with the date of a draft that is brought now. One that is on the books already is judged by its own
 * validity: it may be with the bank for long, or be revalidated.
 */
export async function findDateFault(db: Db, entry: DraftEntry, now: Date) {
  const today = dayInIndia(now);
  const fault = draftDateFault(entry.drawnOn, today);
  if (fault !== 'demand_drafts.stale') return fault;
  const known = await findInstrument(db, entry)
    .where((eb) =>
      eb.or([
        eb('demand_drafts.state', 'in', ['deposited', 'realised']),
        eb.and([eb('demand_drafts.state', '=', 'received'), eb('demand_drafts.valid_until', '>=', today)]),
      ]),
    )
    .select('demand_drafts.id')
    .executeTakeFirst();
  return known ? null : fault;
}

/** By its natural key, in any spelling of bank and branch; the draft may be another college's. */
function findInstrument(db: Db, entry: DraftEntry) {
  return inScope(db, wholeUniversity, 'demand_drafts')
    .where((eb) => eb(eb.fn('lower', ['demand_drafts.bank']), '=', entry.bank.toLowerCase()))
    .where((eb) => eb(eb.fn('lower', ['demand_drafts.branch']), '=', entry.branch.toLowerCase()))
    .where('demand_drafts.number', '=', entry.number);
}

async function lockKnownDraft(db: Db, entry: DraftEntry, collegeId: string): Promise<RegisteredDraft> {
  // Another college's has to be found to be refused, and the refusal tells nothing of it.
  const known = await findInstrument(db, entry)
    .selectAll('demand_drafts')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (known.college_id !== collegeId) throw refusal('demand_drafts.other_college');
  if (known.state === 'returned_by_bank' || known.state === 'stale')
    throw refusal('demand_drafts.not_usable');
  if (known.drawn_on !== entry.drawnOn || known.amount !== entry.amount) {
    throw refusal('demand_drafts.differs', { amount: known.amount, drawnOn: formatDay(known.drawn_on) });
  }
  const { balance } = known;
  if (balance === 0) throw refusal('demand_drafts.exhausted', { number: known.number });
  return { id: known.id, number: known.number, balance };
}

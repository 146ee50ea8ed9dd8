import type { CommandTransaction } from '#platform/server/command.ts';
import { fromRow, unscoped } from '#platform/server/db/database.ts';
import { domainError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { Concession } from '../concession.ts';
import type { ApplicationEntry } from '../contract.ts';
import type { LockedApplication } from './queries.ts';

/**
 * The fee that an application is received for: its college's, or the one that it keeps. Refuses a total that is not this fee
 * less the concession: the counter showed another one.
 */
export async function settleFee(
  { db }: CommandTransaction,
  entry: ApplicationEntry,
  current: LockedApplication | null,
): Promise<number> {
  const fee =
    current?.college_id === entry.collegeId ? current.fee_amount : await findFee(db, entry.collegeId);
  const { concession, totalAmount } = entry;
  if (concession && concession.amount >= fee) {
    throw invalidInput([fieldError('concession.amount', 'applications.concession_too_large', { fee })]);
  }
  const total = fee - (concession?.amount ?? 0);
  if (totalAmount !== total) {
    throw invalidInput([fieldError('totalAmount', 'applications.other_total', { fee, total })]);
  }
  return fee;
}

async function findFee(db: CommandTransaction['db'], collegeId: string): Promise<number> {
  const college = await db
    .selectFrom('colleges')
    .select('convocation_fee')
    .where('id', '=', collegeId)
    .executeTakeFirstOrThrow(() => domainError('applications.unknown_choice'));
  return college.convocation_fee;
}

export async function findConcession({ db }: Pick<CommandTransaction, 'db'>, application: { id: string }) {
  const row = await unscoped(db)
    .selectFrom('concessions')
    .selectAll()
    .where('application_id', '=', application.id)
    .executeTakeFirst();
  return row ? fromRow(Concession, row) : null;
}

/** Writes the concession anew unless it is the same; that it and the total agree is asked when the transaction ends. */
export async function recordConcession(
  { db, actor, now }: CommandTransaction,
  application: { id: string },
  before: Concession | null,
  after: Concession | null,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (before) {
    await unscoped(db).deleteFrom('concessions').where('application_id', '=', application.id).execute();
  }
  if (!after) return;
  await unscoped(db)
    .insertInto('concessions')
    .values({ ...after, application_id: application.id, recorded_by: actor.id, recorded_at: now })
    .execute();
}

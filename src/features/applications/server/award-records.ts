import type { CommandTransaction } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { entryColumns, entryOf, refuseFaultsBetween } from '#platform/server/db/declared-columns.ts';
import { type AwardRecord, awardOfStudent, awardRecord } from '#shared/award-record.ts';
import { blankEntry, pickFields } from '#shared/declared-field.ts';
import type { ApplicationEntry } from '../contract.ts';
import { findStudentOf } from './cases.ts';

/** At receipt: what the form says, and where it says nothing what the master has of the student of this college. */
export async function awardAtReceipt(
  { db, actor }: CommandTransaction,
  entry: ApplicationEntry,
): Promise<AwardRecord> {
  const student = await findStudentOf(db, actor.scope, entry);
  const isOfCollege = student?.collegeId === entry.collegeId;
  const known = isOfCollege ? awardOfStudent(student) : blankEntry(awardRecord);
  return checked({ ...known, ...said(entry) });
}

/** At a correction: what the form says, and where it says nothing what is recorded. */
export function awardAtCorrection(entry: ApplicationEntry, recorded: AwardRecord): AwardRecord {
  return checked({ ...recorded, ...said(entry) });
}

function said(entry: ApplicationEntry): Partial<AwardRecord> {
  const fields = Object.entries(entry).filter(([name, value]) => name in awardRecord && value !== undefined);
  return Object.fromEntries(fields);
}

function checked(award: AwardRecord): AwardRecord {
  refuseFaultsBetween(awardRecord, award);
  return award;
}

/** What is recorded of an application; all blank where nothing is. */
export async function findAwardRecord(
  { db }: Pick<CommandTransaction, 'db'>,
  application: { id: string },
): Promise<AwardRecord> {
  const row = await unscoped(db)
    .selectFrom('award_records')
    .selectAll()
    .where('application_id', '=', application.id)
    .executeTakeFirst();
  return entryOf(awardRecord, row ?? {});
}

/** Writes it with who said so; whoever does joins those who do not decide on the application. */
export async function recordAward(
  { db, actor, now }: CommandTransaction,
  application: { id: string },
  award: AwardRecord,
): Promise<void> {
  const columns = {
    ...entryColumns(pickFields(awardRecord, award)),
    recorded_by: actor.id,
    recorded_at: now,
  };
  await db
    .insertInto('award_records')
    .values({ application_id: application.id, ...columns })
    .onConflict((conflict) => conflict.constraint('award_records__one_per_application').doUpdateSet(columns))
    .execute();
}

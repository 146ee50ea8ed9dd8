import { isDeepStrictEqual } from 'node:util';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { assertNoCrossFieldErrors, entryColumns, entryOf } from '#platform/server/db/declared-columns.ts';
import { type AwardRecord, awardOfStudent, awardRecord, contactFields } from '#shared/award-record.ts';
import { blankEntry, pickFields } from '#shared/declared-field.ts';
import type { ApplicationEntry } from '../entry-contract.ts';
import { findStudentOf } from './cases.ts';
import {
  assertConsent,
  findConsent,
  omitContact,
  recordConsent,
  withoutContact,
} from './contact-consents.ts';

/** An award record, and the version of the contact notice that was consented to. */
export type Award = { award: AwardRecord; consent: number | null };

/**
 * At receipt: the form's fields, and for omitted ones those of this college's student in the master. A consent that the
 * college recorded is none of this application: the candidate is asked again.
 */
export async function awardAtReceipt({ db }: CommandTransaction, entry: ApplicationEntry): Promise<Award> {
  return awardFrom(entry, { award: await awardInMaster(db, entry), consent: null });
}

/** The master's award record of this college's student; blank if there is none. */
export async function awardInMaster(
  db: Db,
  entry: Parameters<typeof findStudentOf>[1],
): Promise<AwardRecord> {
  const student = await findStudentOf(db, entry);
  return student?.collegeId === entry.collegeId ? awardOfStudent(student) : blankEntry(awardRecord);
}

/**
 * The form's fields, and for omitted ones the known values. Without consent, contact details are blank and the form may
 * give none.
 */
export function awardFrom(entry: ApplicationEntry, known: Award): Award {
  const consent = entry.contactNotice === undefined ? known.consent : entry.contactNotice;
  const award = { ...(consent === null ? withoutContact(known.award) : known.award), ...enteredAward(entry) };
  assertNoCrossFieldErrors(awardRecord, award);
  assertConsent(award, consent);
  return { award, consent };
}

function enteredAward(entry: ApplicationEntry): Partial<AwardRecord> {
  const fields = Object.entries(entry).filter(([name, value]) => name in awardRecord && value !== undefined);
  return Object.fromEntries(fields);
}

/** The recorded award; blank if there is none. */
export async function findAward(
  transaction: Pick<CommandTransaction, 'db'>,
  application: { id: string },
): Promise<Award> {
  const row = await transaction.db
    .selectFrom('award_records')
    .selectAll()
    .where('application_id', '=', application.id)
    .executeTakeFirst();
  return { award: entryOf(awardRecord, row ?? {}), consent: await findConsent(transaction, application) };
}

/** The contact fields that differ: the audit log names them, but never their values. */
export function contactChanges(before: Award, after: Award): string[] {
  return contactFields.filter((field) => before.award[field] !== after.award[field]);
}

/** For the audit log: only which contact details are given, because their values must go with the consent. */
export function auditValues({ award, consent }: Award) {
  const contactDetails = contactFields.filter((field) => award[field] !== '');
  return { ...omitContact(award), contactDetails, contactNotice: consent };
}

/** Records consent and award where they changed. Whoever changes the award may not decide on the application. */
export async function recordAward(
  transaction: CommandTransaction,
  application: { id: string },
  before: Award | null,
  { award, consent }: Award,
): Promise<void> {
  const { db, actor, now } = transaction;
  await recordConsent(transaction, application, before?.consent ?? null, consent);
  if (before && isDeepStrictEqual(before.award, award)) return;
  const columns = {
    ...entryColumns(pickFields(awardRecord, award)),
    recorded_by: actor.id,
    recorded_at: now,
  };
  const updated = await db
    .updateTable('award_records')
    .set(columns)
    .where('application_id', '=', application.id)
    .executeTakeFirstOrThrow();
  if (updated.numUpdatedRows > 0n) return;
  await db
    .insertInto('award_records')
    .values({ application_id: application.id, ...columns })
    .execute();
}

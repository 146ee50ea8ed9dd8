import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { v7 as uuid } from 'uuid';
import { fallenDraftOf } from '#features/demand-drafts/server/fallen-draft.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { removed } from '#platform/server/db/personal-values.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { portalName } from '#platform/server/record-as-portal.ts';
import { awardRecord, contactFields } from '#shared/award-record.ts';
import { pickFields } from '#shared/declared-field.ts';
import type { ApplicationDetail } from '../contract.ts';
import type { ChangedField, ConversationEntry } from '../conversation-contract.ts';
import { omitContact } from './contact-consents.ts';

export type NewEntry = Pick<ConversationEntry, 'act'> &
  Partial<Pick<ConversationEntry, 'reasons' | 'answers' | 'changes'>> & {
    /** Null where the portal acts. */
    by: string | null;
    remark?: string;
  };

/** Adds to the conversation of a case, in the transaction that does what the entry says. */
export async function addToConversation(
  { db, now }: Pick<CommandTransaction, 'db' | 'now'>,
  application: { id: string },
  { act, by, reasons = [], remark, answers = [], changes = [] }: NewEntry,
): Promise<void> {
  await db
    .insertInto('conversation_entries')
    .values({
      id: uuid(),
      application_id: application.id,
      act,
      staff_id: by,
      at: now,
      reasons,
      remark: remark || null,
      answers: JSON.stringify(answers),
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** What was said last, in columns. */
export async function findLastEntry(db: Db, application: { id: string }) {
  return db
    .selectFrom('conversation_entries')
    .where('application_id', '=', application.id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .select(['id', 'act', 'staff_id'])
    .executeTakeFirst();
}

/** The conversation of an application, in a query of applications. */
export function conversationOf(eb: ExpressionBuilder<DB, 'applications'>) {
  const speaker = sql<string>`coalesce(speaker.name, case act when 'reopened' then ${portalName} else ${removed} end)`;
  return jsonArrayFrom(
    eb
      .selectFrom('conversation_entries as entry')
      .leftJoin('staff as speaker', 'speaker.id', 'entry.staff_id')
      .leftJoin('staff as taker', 'taker.id', 'entry.taken_back_by')
      .whereRef('entry.application_id', '=', 'applications.id')
      .orderBy('entry.sequence')
      .select(['act', 'at', 'staff_id as byId', 'reasons', 'remark', 'answers', 'changes'])
      .select(['taker.name as takenBackBy', 'taken_back_at as takenBackAt'])
      .select((one) => [
        speaker.as('by'),
        fallenDraftOf(one.ref('entry.application_id'), sql.ref('entry.at')).as('fallenDraft'),
      ]),
  );
}

/** Converts moments: JSON from the database spells them differently from the contract. */
export function toConversation(entries: readonly object[]): ConversationEntry[] {
  return (entries as ConversationEntry[]).map((entry) => ({
    ...entry,
    at: new Date(entry.at).toISOString(),
    takenBackAt: entry.takenBackAt && new Date(entry.takenBackAt).toISOString(),
  }));
}

/** What a correction changed, as it read at that time: courses and colleges may be renamed. */
export function changesBetweenReadings(before: ApplicationDetail, after: ApplicationDetail): ChangedField[] {
  const shown = changedIn(shownFields(before), shownFields(after));
  const hidden = changedIn(hiddenFields(before, after), hiddenFields(after, before));
  return [...shown, ...hidden.map(({ field }) => ({ field, before: null, after: null }))];
}

type Readings = Readonly<Record<string, unknown>>;

function changedIn(before: Readings, after: Readings): ChangedField[] {
  const textOf = (value: unknown) =>
    value === null || value === undefined || value === '' ? null : `${value}`;
  return Object.keys(after)
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((one) => one.before !== one.after);
}

function shownFields(application: ApplicationDetail): Readings {
  const { registrationNumber, examRollNumber, candidateName, candidateNameNative } = application;
  const { academicYear, guideName, modeOfStudy, certificateType, totalAmount } = application;
  return {
    registrationNumber,
    examRollNumber,
    candidateName,
    candidateNameNative,
    courseId: application.courseDegree,
    collegeId: application.collegeName,
    academicYear,
    guideName,
    modeOfStudy,
    certificateType,
    paperId: `${application.selectedPaper}, ${application.chosenColour}`,
    earlierNumber: application.earlierCertificate?.number,
    concessionAmount: application.concession?.amount,
    totalAmount,
    drafts: application.draftNumbers,
    ...omitContact(pickFields(awardRecord, application)),
  };
}

/**
 * Fields named without their values: pictures, and what is deleted when its consent ends. A receipt is replaced only of a
 * draft that pays before and after.
 */
function hiddenFields(application: ApplicationDetail, other: ApplicationDetail): Readings {
  const recorded = new Set(other.allocations.map(({ demandDraftId }) => demandDraftId));
  const receipts = application.allocations
    .filter(({ demandDraftId, receipt }) => recorded.has(demandDraftId) && receipt)
    .map(({ demandDraftId, receipt }) => `${demandDraftId} ${receipt?.id}`);
  return {
    photoFileId: application.photo.id,
    replacedReceipts: receipts.toSorted().join(),
    contactNotice: JSON.stringify(application.contactConsent),
    ...Object.fromEntries(contactFields.map((field) => [field, application[field]])),
  };
}

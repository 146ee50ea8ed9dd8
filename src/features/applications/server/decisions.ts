import { sql, type Updateable } from 'kysely';
import { languageOfUniversity } from '#features/masters/server/university.ts';
import {
  assertVersion,
  type CommandTransaction,
  commandOf,
  updateRow,
  type Writing,
} from '#platform/server/command.ts';
import { type AuditEntry, eventsOfRecords } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Applications } from '#platform/server/db/tables.ts';
import { type MailText, queueMail } from '#platform/server/mail/outbox.ts';
import type { applicationsContract } from '../contract.ts';
import { addToConversation, type NewEntry } from './conversation.ts';
import { lockWithoutForeignLease } from './leases.ts';
import type { MailedApplication } from './mails.ts';
import { getApplication, type LockedApplication, recordOf } from './queries.ts';

export const applicationCommand = commandOf<typeof applicationsContract>();

/** Locks the application to decide on, once rule, lease and version allow the decision. */
export async function lockToDecide(
  { db, actor }: CommandTransaction,
  { id, version }: { id: string; version: number },
  can: Parameters<typeof lockWithoutForeignLease>[3],
): Promise<LockedApplication> {
  const { row } = await lockWithoutForeignLease(db, actor, id, can);
  await assertVersion(db, { type: 'application', row }, version);
  return row;
}

/** Writes a decision and ends the lease. */
export async function writeDecision(db: Db, row: LockedApplication, columns: Updateable<Applications>) {
  const { version } = await updateRow(db, 'applications', row, columns);
  await db.deleteFrom('application_leases').where('application_id', '=', row.id).execute();
  return version;
}

/**
 * Records a return, rejection or reopening, and mails the college if it gave an address, with all that was said before.
 */
export async function sendBackApplication(
  transaction: Pick<Writing, 'db' | 'now' | 'audit'>,
  row: LockedApplication,
  decision: {
    event: AuditEntry['event'];
    columns: Updateable<Applications> & { status: string };
    said: Pick<Required<NewEntry>, 'act' | 'by' | 'reasons' | 'remark'>;
    /** What the audit log records beside the status. */
    why: Record<string, unknown>;
    mail: (told: MailedApplication, why: NewEntry) => MailText;
  },
): Promise<{ version: number; mailedTo: string | null }> {
  const { db, audit } = transaction;
  const { event, columns, said, why, mail } = decision;
  const { conversation } = await getApplication(db, row.id);
  const version = await writeDecision(db, row, columns);
  await addToConversation(transaction, row, said);
  const mailedTo = await findCollegeEmail(db, row.college_id);

  audit({
    event,
    ...recordOf(row),
    before: { status: row.status },
    after: { status: columns.status, ...why, mailedTo },
  });
  if (mailedTo !== null)
    await mailCollege(transaction, row, mailedTo, (told) => mail({ ...told, conversation }, said));
  return { version, mailedTo };
}

/** Mails a college about an application, in the language of the university. */
export async function mailCollege(
  { db }: Pick<Writing, 'db'>,
  row: LockedApplication,
  to: string,
  words: (told: Omit<MailedApplication, 'conversation'>) => MailText,
): Promise<void> {
  const { name: course } = await db
    .selectFrom('courses')
    .select('name')
    .where('id', '=', row.course_id)
    .executeTakeFirstOrThrow();
  const language = await languageOfUniversity(db);
  await queueMail({ db }, { to, language, words: () => words({ ...row, course }) });
}

/** Where the newest mail about a decision went, which only its event says; null if there was none. */
export async function findMailedTo(db: Db, application: { id: string }): Promise<string | null> {
  const mailed = await eventsOfRecords(db)
    .where('record_type', '=', 'application')
    .where('record_id', '=', application.id)
    .where('event', 'in', ['applications.returned', 'applications.rejected'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .select((eb) =>
      eb
        .selectFrom('audit_personal_values')
        .where('digest', '=', sql<string>`audit_events.after ->> 'mailedTo'`)
        .select('value')
        .as('to'),
    )
    .executeTakeFirst();
  return mailed?.to ?? null;
}

/** The college's address for mails about decisions; null when it gave none. */
export async function findCollegeEmail(db: Db, collegeId: string): Promise<string | null> {
  const { email } = await db
    .selectFrom('colleges')
    .select('email')
    .where('id', '=', collegeId)
    .executeTakeFirstOrThrow();
  return email;
}

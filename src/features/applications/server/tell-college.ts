import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { type MailText, queueMail } from '#platform/server/mail/outbox.ts';
import type { ToldApplication } from './mails.ts';
import type { LockedApplication } from './queries.ts';

/** Where the application's college is told of a decision; null when it has given no address. */
export async function findCollegeEmail(
  db: Db,
  row: Pick<LockedApplication, 'college_id'>,
): Promise<string | null> {
  const { email } = await db
    .selectFrom('colleges')
    .select('email')
    .where('id', '=', row.college_id)
    .executeTakeFirstOrThrow();
  return email;
}

/** Mails the college in the transaction of the decision; does nothing without an address. */
export async function tellCollege(
  transaction: CommandTransaction,
  row: LockedApplication,
  to: string | null,
  mailOf: (told: ToldApplication) => MailText,
): Promise<void> {
  if (to === null) return;
  const { name: course } = await transaction.db
    .selectFrom('courses')
    .select('name')
    .where('id', '=', row.course_id)
    .executeTakeFirstOrThrow();
  const mail = mailOf({
    acknowledgementNumber: row.acknowledgement_number,
    candidate: row.candidate_name,
    registrationNumber: row.registration_number,
    course,
    pendingAmount: row.pending_amount,
  });
  await queueMail(transaction, { to, ...mail });
}

import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#server/command.ts';
import { sendMailJob } from './send-mail.ts';

export type MailText = { subject: string; text: string };

/** Writes a mail into the caller's transaction, and the job that sends it: what is rolled back is never sent. */
export async function queueMail(
  { db, enqueue }: Pick<CommandTransaction, 'db' | 'enqueue'>,
  mail: MailText & { to: string },
): Promise<void> {
  const id = uuid();
  await db
    .insertInto('outbox')
    .values({ id, recipient: mail.to.toLowerCase(), subject: mail.subject, body: mail.text })
    .execute();
  await enqueue(sendMailJob.name, { mailId: id });
}

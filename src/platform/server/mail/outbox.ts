import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';

export type MailText = { subject: string; text: string };

type Mail = MailText & {
  to: string;
  /** Sent ahead of everything else: somebody waits for it. */
  isUrgent?: boolean;
  /** A mail that is still unsent is replaced by the newer one of its topic. */
  topic?: string;
  /** After that it is not sent any more; five days unless named. */
  minutesValid?: number;
};

/** Writes a mail into the caller's transaction, signed by the university: what is rolled back is never sent. */
export async function queueMail({ db }: Pick<CommandTransaction, 'db'>, mail: Mail): Promise<void> {
  const { topic = null, minutesValid } = mail;
  if (topic !== null) await giveUp(db).where('topic', '=', topic).execute();
  await db
    .insertInto('outbox')
    .values({
      id: uuid(),
      recipient: mail.to.toLowerCase(),
      subject: mail.subject,
      body: await signed(db, mail.text),
      is_urgent: mail.isUrgent ?? false,
      topic,
      ...(minutesValid === undefined
        ? {}
        : { expires_at: sql<Date>`now() + make_interval(mins => ${minutesValid})` }),
    })
    .execute();
}

async function signed(db: Db, text: string): Promise<string> {
  const university = await unscoped(db).selectFrom('university').select('name').executeTakeFirst();
  return university ? `${text.trimEnd()}\n\n${university.name}\n` : text;
}

/** Ends unsent mails for good; their text goes, because it may hold a code. */
export function giveUp(db: Db) {
  return db
    .updateTable('outbox')
    .set({ given_up_at: sql`now()`, body: '', claimed_by: null, claimed_until: null })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null);
}

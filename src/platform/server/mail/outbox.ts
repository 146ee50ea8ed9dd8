import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { answers } from '#platform/server/answers.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import type { Language } from '#shared/languages.ts';

export type MailText = { subject: string; text: string };

type Mail = {
  to: string;
  /** The recipient's language. */
  language: Language;
  /** Produces the text in that language. */
  words: () => MailText;
  /** Sent before all others, because somebody waits for it. */
  isUrgent?: boolean;
  /** An unsent mail is replaced by a newer one with the same topic. */
  topic?: string;
  /** After this it is no longer sent; default five days. */
  minutesValid?: number;
};

/** Adds a mail to the outbox in the caller's transaction, signed by the university: a rollback discards it. */
export async function queueMail({ db }: Pick<CommandTransaction, 'db'>, mail: Mail): Promise<void> {
  const { topic = null, minutesValid, language } = mail;
  const { subject, text } = inLanguage(language, mail.words);
  const signature = await answers.signature(db, language);
  if (topic !== null) await cancelUnsentMails(db).where('topic', '=', topic).execute();
  await db
    .insertInto('outbox')
    .values({
      id: uuid(),
      recipient: mail.to.toLowerCase(),
      subject,
      body: signature === null ? text : `${text.trimEnd()}\n\n${signature}\n`,
      is_urgent: mail.isUrgent ?? false,
      topic,
      ...(minutesValid === undefined
        ? {}
        : { expires_at: sql<Date>`now() + make_interval(mins => ${minutesValid})` }),
    })
    .execute();
}

/** Gives up unsent mails; their text is deleted, because it may contain a code. */
export function cancelUnsentMails(db: Db) {
  return db
    .updateTable('outbox')
    .set({ given_up_at: sql`now()`, body: '', claimed_by: null, claimed_until: null })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null);
}

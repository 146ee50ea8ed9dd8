import { createTransport } from 'nodemailer';
import { inTransaction } from '#server/command.ts';
import type { Services } from '#server/context.ts';
import type { Job } from '#server/jobs/job.ts';
import type { Settings } from '#server/settings.ts';

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends one mail of the outbox. Its row stays locked meanwhile, and one that has `sent_at` is left alone, so that the
 * job may run twice. Should the process die between the server's yes and our commit, the mail goes out again under the
 * same Message-ID. In demo mode there is no server: the outbox page shows the mail.
 */
export const sendMailJob: Job<{ mailId: string }> = {
  name: 'send-mail',
  // The pauses double from a second on: about half an hour in all.
  retryLimit: 10,
  async handle(services, { mailId }, { isLast }) {
    try {
      await sendOnce(services, mailId);
    } catch (error) {
      if (isLast) services.log.error({ err: error, mailId }, 'a mail could not be sent; no further try');
      throw error;
    }
  },
};

async function sendOnce({ db, settings }: Services, mailId: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const mail = await transaction
      .selectFrom('outbox')
      .select(['id', 'recipient', 'subject', 'body'])
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!mail) return;
    if (settings.smtpUrl !== null) await deliver(settings.smtpUrl, settings, mail);
    await transaction
      .updateTable('outbox')
      // A mail that was delivered leaves no code behind in the database.
      .set({ sent_at: new Date(), ...(settings.smtpUrl === null ? {} : { body: '' }) })
      .where('id', '=', mail.id)
      .execute();
  });
}

async function deliver(
  smtpUrl: string,
  settings: Settings,
  mail: { id: string; recipient: string; subject: string; body: string },
): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...patience });
  try {
    await transport.sendMail({
      from: settings.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      messageId: `<${mail.id}@${new URL(settings.publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

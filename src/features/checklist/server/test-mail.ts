import { answers } from '#platform/server/answers.ts';
import { command } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import { type MailText, queueMail } from '#platform/server/mail/outbox.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { t } from '#shared/words.ts';

/** Identifies test mails; of several unsent ones, only the newest is kept. */
const testMailTopic = '3f0c2c1e-6b0e-4a53-9d55-8a1d3e6f7b20';

const record = { type: 'checklist', id: 'mail', label: 'Mail' } as const;

/** Mails the person who asks, in the same way as one-time codes. */
export const sendTestMail = command('sendTestMail', async (transaction) => {
  const { db, actor, audit, services } = transaction;
  const { email } = await db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  await queueMail(transaction, {
    to: email,
    topic: testMailTopic,
    isUrgent: true,
    language: await answers.languageOfPerson(db, actor.id),
    words: () => testMail(actor.name, services.settings.publicUrl),
  });
  audit({ event: 'checklist.test_mail_asked', record });
  return { to: email };
});

function testMail(name: string, publicUrl: string): MailText {
  return {
    subject: t`A test mail of Dikshant`,
    text: `${t`Dear ${name},`}

${t`you asked for this mail on the first-day checklist of ${publicUrl}. It arrived, so one-time codes arrive as well.`}
`,
  };
}

/** Records that the mail server accepted a test mail; ignores other mails. */
export async function recordTestMail(services: Services, { topic }: { topic: string | null }): Promise<void> {
  if (topic !== testMailTopic) return;
  await recordAsPortal(services, async (_db, audit) => {
    audit({ event: 'checklist.test_mail_accepted', record });
  });
}

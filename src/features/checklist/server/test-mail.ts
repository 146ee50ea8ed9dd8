import { command } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

/** Test mails are known by their topic; of several that are not sent yet the newest is enough. */
const testMailTopic = '3f0c2c1e-6b0e-4a53-9d55-8a1d3e6f7b20';

const record = { type: 'checklist', id: 'mail', label: 'Mail' } as const;

/** Mails the person who asks, by the way that one-time codes take. */
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
    subject: 'A test mail of Dikshant',
    text: `Dear ${actor.name},

you asked for this mail on the first-day checklist of ${services.settings.publicUrl}. It arrived, so one-time codes arrive as well.
`,
  });
  audit({ event: 'checklist.test_mail_asked', record });
  return { to: email };
});

/** Records that the mail server took a test mail; other mails are none of its business. */
export async function noteTestMail(services: Services, { topic }: { topic: string | null }): Promise<void> {
  if (topic !== testMailTopic) return;
  await recordAsPortal(services, async (_db, audit) => {
    audit({ event: 'checklist.test_mail_accepted', record });
  });
}

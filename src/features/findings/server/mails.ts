import { mailPerson } from '#features/auth/server/mails.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { MailText } from '#platform/server/mail/outbox.ts';
import { formatDay } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

type Told = { id: string; number: string; title: string };

/** Mails every admin that a finding waits for a reply: it is new, or the auditor made further remarks. */
export async function mailAdmins(
  transaction: CommandTransaction,
  { id, number, title, dueOn, isNew }: Told & { dueOn: string; isNew: boolean },
): Promise<void> {
  const { db, actor, services } = transaction;
  const admins = await db
    .selectFrom('staff')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .select(['id', 'name', 'email'])
    .execute();
  const link = services.settings.publicUrl + paths.admin.finding(id);
  const words = (): MailText => ({
    subject: t`Finding ${number}: reply by ${formatDay(dueOn)}`,
    text: [
      isNew
        ? t`${actor.name}, auditor, raised finding ${number}: ${title}.`
        : t`${actor.name}, auditor, made further remarks on finding ${number}: ${title}.`,
      t`Reply by ${formatDay(dueOn)}. If that is too early, name the day of the final reply in an interim reply.`,
      link,
    ].join('\n\n'),
  });
  for (const admin of admins) await mailPerson(transaction, admin, words);
}

/** Mails the auditor who raised a finding that it has a reply. */
export async function mailRaiser(
  transaction: CommandTransaction,
  { id, number, title, raisedBy, finalOn }: Told & { raisedBy: string; finalOn: string | null },
): Promise<void> {
  const { db, actor, services } = transaction;
  const raiser = await db
    .selectFrom('staff')
    .where('id', '=', raisedBy)
    .where('disabled_at', 'is', null)
    .select(['id', 'name', 'email'])
    .executeTakeFirst();
  if (!raiser) return;
  const link = services.settings.publicUrl + paths.auditor.finding(id);
  await mailPerson(transaction, raiser, () => ({
    subject: t`Finding ${number} has a reply`,
    text: [
      t`${actor.name} replied to finding ${number}: ${title}.`,
      finalOn === null
        ? t`Settle the finding, drop it, or make further remarks.`
        : t`It is an interim reply. The final one is due on ${formatDay(finalOn)}.`,
      link,
    ].join('\n\n'),
  }));
}

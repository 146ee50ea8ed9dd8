import { mailPerson } from '#features/auth/server/mails.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { formatDay } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type EntryKind, entryLabels } from '../contract.ts';

export type MailedFinding = { id: string; number: string; title: string; raised_by: string };

/** Mails a reply to the auditor who raised the finding, and what an auditor wrote to every admin. */
export async function mailWhoIsNext(
  transaction: CommandTransaction,
  { id, number, title, raised_by }: MailedFinding,
  { kind, dueOn }: { kind: EntryKind; dueOn: string | null },
): Promise<void> {
  const { db, actor, services } = transaction;
  const isReply = kind === 'reply' || kind === 'interim_reply';
  const people = await db
    .selectFrom('staff')
    .where((staff) => (isReply ? staff('id', '=', raised_by) : staff('role', '=', 'admin')))
    .where('disabled_at', 'is', null)
    .select(['id', 'name', 'email'])
    .execute();
  const { finding } = isReply ? paths.auditor : paths.admin;
  const words = () => ({
    subject: t`Finding ${number}: ${translateLabel(entryLabels[kind])}`,
    text: [
      t`${actor.name} wrote on finding ${number}: ${title}.`,
      ...(dueOn === null ? [] : [t`The reply is due on ${formatDay(dueOn)}.`]),
      services.settings.publicUrl + finding(id),
    ].join('\n\n'),
  });
  for (const person of people) await mailPerson(transaction, person, words);
}

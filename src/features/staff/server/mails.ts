import { initialPasswordHours } from '#features/auth/contract.ts';
import type { MailText } from '#platform/server/mail/outbox.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

type Addressed = { name: string; email: string; role: Role; publicUrl: string };

/** Without the password: the admin who typed it passes it on, so that an intercepted mail does not give access. */
export function accountAddedMail({ name, email, role, publicUrl }: Addressed): MailText {
  return {
    subject: t`Your Dikshant account`,
    text: letter(
      name,
      t`an account was made for you in Dikshant, the convocation certificate portal of the university.`,
      t`Sign in at ${publicUrl}: choose ${roleInWords(role)}, type the Email Id ${email} and the initial password that the administrator gives you. A code comes by mail, and then you choose a password of your own.`,
      t`The initial password opens the account for ${initialPasswordHours} hours. After that, use Forgot Password or ask the administrator for a new one.`,
    ),
  };
}

/** For universities whose identity provider replaces the password. */
export function providerAccountAddedMail({ name, email, role, publicUrl }: Addressed): MailText {
  return {
    subject: t`Your Dikshant account`,
    text: letter(
      name,
      t`an account was made for you in Dikshant, the convocation certificate portal of the university.`,
      t`Sign in at ${publicUrl}: choose ${roleInWords(role)} and sign in with your university account, the one of ${email}.`,
    ),
  };
}

export function initialPasswordMail({ name, email, role, publicUrl }: Addressed, password: string): MailText {
  return {
    subject: t`A new initial password for Dikshant`,
    text: letter(
      name,
      t`an administrator asked for a new initial password for you. It is`,
      password,
      t`Sign in at ${publicUrl}: choose ${roleInWords(role)}, type the Email Id ${email} and this password. A code comes by mail, and then you choose a password of your own.`,
      t`It opens the account for ${initialPasswordHours} hours; the one before it no longer works.`,
    ),
  };
}

/** `byProvider`: the university's identity provider replaces the password. */
export function emailChangedMail({
  name,
  email,
  publicUrl,
  byProvider,
}: Omit<Addressed, 'role'> & { byProvider: boolean }): MailText {
  const told = byProvider
    ? [
        t`an administrator changed the Email Id of your account at ${publicUrl} to ${email}. You are signed out everywhere. Sign in with the university account of ${email} from now on; codes are mailed to the new Email Id.`,
        t`For 24 hours nobody can sign in to it with the university account, unless a second administrator confirms the change.`,
      ]
    : [
        t`an administrator changed the Email Id of your account at ${publicUrl} to ${email}. You are signed out everywhere. Sign in with the new Email Id from now on; codes are mailed to the new Email Id.`,
        t`For 24 hours the password of the account cannot be reset, unless a second administrator confirms the change.`,
      ];
  return {
    subject: t`Your Email Id for Dikshant was changed`,
    text: letter(name, ...told, t`If you did not ask for this, tell another administrator at once.`),
  };
}

function roleInWords(role: Role): string {
  return translateLabel(roleLabels[role]);
}

function letter(name: string, ...paragraphs: string[]): string {
  return `${[t`Dear ${name},`, ...paragraphs].join('\n\n')}\n`;
}

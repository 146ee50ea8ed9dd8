import { initialPasswordHours } from '#features/auth/contract.ts';
import type { MailText } from '#platform/server/mail/outbox.ts';
import { type Role, roleLabels } from '#shared/roles.ts';

type Addressed = { name: string; email: string; role: Role; publicUrl: string };

/** Never with the password: the admin who typed it hands it over, so that one read mail does not open the account. */
export function accountAddedMail({ name, email, role, publicUrl }: Addressed): MailText {
  return {
    subject: 'Your Dikshant account',
    text: `Dear ${name},

an account was made for you in Dikshant, the convocation certificate portal of the university.

Sign in at ${publicUrl}: choose ${roleLabels[role]}, type the Email Id ${email} and the initial password that the administrator gives you. A code comes by mail, and then you choose a password of your own.

The initial password opens the account for ${initialPasswordHours} hours. After that, use Forgot Password or ask the administrator for a new one.
`,
  };
}

/** The same where the university's provider replaces the password. */
export function providerAccountAddedMail({ name, email, role, publicUrl }: Addressed): MailText {
  return {
    subject: 'Your Dikshant account',
    text: `Dear ${name},

an account was made for you in Dikshant, the convocation certificate portal of the university.

Sign in at ${publicUrl}: choose ${roleLabels[role]} and sign in with your university account, the one of ${email}.
`,
  };
}

export function initialPasswordMail(to: Addressed, password: string): MailText {
  return {
    subject: 'A new initial password for Dikshant',
    text: `Dear ${to.name},

an administrator asked for a new initial password for you. It is

${password}

Sign in at ${to.publicUrl}: choose ${roleLabels[to.role]}, type the Email Id ${to.email} and this password. A code comes by mail, and then you choose a password of your own.

It opens the account for ${initialPasswordHours} hours; the one before it no longer works.
`,
  };
}

/** `byProvider`: where the university's provider replaces the password. */
export function emailChangedMail({
  name,
  email,
  publicUrl,
  byProvider,
}: Omit<Addressed, 'role'> & { byProvider: boolean }): MailText {
  const [signIn, held] = byProvider
    ? [`university account of ${email}`, 'nobody can sign in to it with the university account']
    : ['new Email Id', 'the password of the account cannot be reset'];
  return {
    subject: 'Your Email Id for Dikshant was changed',
    text: `Dear ${name},

an administrator changed the Email Id of your account at ${publicUrl} to ${email}. You are signed out everywhere. Sign in with the ${signIn} from now on; codes are mailed to the new Email Id.

For 24 hours ${held}, unless a second administrator confirms the change.

If you did not ask for this, tell another administrator at once.
`,
  };
}

import type { MailText } from '#platform/server/mail/outbox.ts';

type Addressed = { name: string; publicUrl: string };

/** The code stands alone on its line, so that it can be found and copied on a small screen; never in the subject, which locked phones show. */
export function signInCodeMail({ name, code, publicUrl }: Addressed & { code: string }): MailText {
  return {
    subject: 'Your code to sign in to Dikshant',
    text: `Dear ${name},

your code to sign in to Dikshant is

${code}

It is valid for 10 minutes. Nobody from the university will ever ask you for it.

If you are not signing in just now, somebody else knows your password. Choose a new one with Forgot Password at ${publicUrl} and tell an administrator.
`,
  };
}

export function resetCodeMail({ name, code, publicUrl }: Addressed & { code: string }): MailText {
  return {
    subject: 'Your code to choose a new Dikshant password',
    text: `Dear ${name},

your code to choose a new password at ${publicUrl} is

${code}

It is valid for 10 minutes. Nobody from the university will ever ask you for it.

If you did not ask for it, do nothing: your password stays as it is.
`,
  };
}

export function resetHeldMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'Your Dikshant password cannot be reset yet',
    text: `Dear ${name},

somebody asked for a new password for your account at ${publicUrl}. The Email Id of the account was changed less than 24 hours ago, so no code was sent.

Wait until 24 hours have passed since the change, or ask a second administrator to confirm the Email Id; then use Forgot Password again.

If you did not ask for a new password, tell an administrator.
`,
  };
}

export function wrongCodeMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'A wrong code was typed for your Dikshant account',
    text: `Dear ${name},

somebody signed in with your password and then typed a wrong code. If you mistyped it yourself, all is well.

If it was not you, somebody else knows your password. Choose a new one with Forgot Password at ${publicUrl} and tell an administrator.
`,
  };
}

export function lockedMail({ name }: Addressed): MailText {
  return {
    subject: 'Your Dikshant account is locked',
    text: `Dear ${name},

after 20 wrong codes within 30 days your account is locked. An administrator can unlock it.

If the wrong codes were not yours, somebody else knows your password: say so to the administrator and choose a new one.
`,
  };
}

export function strangersLockedMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'Your Dikshant account is locked for new devices',
    text: `Dear ${name},

after 20 wrong codes within 30 days your account is locked for devices that you have not signed in with before. On your usual device you can go on working. An administrator can unlock it.

If the wrong codes were not yours, somebody else knows your password. Choose a new one with Forgot Password at ${publicUrl} and tell an administrator.
`,
  };
}

export function passwordChangedMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'Your Dikshant password was changed',
    text: `Dear ${name},

the password of your account was changed just now.

If it was not you, choose a new one with Forgot Password at ${publicUrl} at once and tell an administrator.
`,
  };
}

export function authenticatorEnrolledMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'An authenticator app was set up for your Dikshant account',
    text: `Dear ${name},

from now on you sign in to Dikshant with your password and the code of your authenticator app. No more codes are mailed to you.

Keep your recovery codes where you will find them without your phone.

If it was not you, choose a new password with Forgot Password at ${publicUrl} at once and ask an administrator to reset your authenticator.
`,
  };
}

export function authenticatorRemovedMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'The authenticator app of your Dikshant account was removed',
    text: `Dear ${name},

the authenticator app that was set up for your account and its recovery codes no longer work. The next code to sign in is mailed to you.

If neither you nor an administrator whom you asked did this, choose a new password with Forgot Password at ${publicUrl} at once and tell an administrator.
`,
  };
}

export function recoveryCodesMadeMail({ name, publicUrl }: Addressed): MailText {
  return {
    subject: 'New recovery codes for your Dikshant account',
    text: `Dear ${name},

ten new recovery codes were made for your account just now. The ones that you had before no longer work.

If it was not you, choose a new password with Forgot Password at ${publicUrl} at once and ask an administrator to reset your authenticator.
`,
  };
}

export function recoveryCodeUsedMail({ name, publicUrl, left }: Addressed & { left: number }): MailText {
  const rest = left === 1 ? '1 recovery code is left' : `${left} recovery codes are left`;
  return {
    subject: 'A recovery code of your Dikshant account was used',
    text: `Dear ${name},

a recovery code was used for your account in place of your authenticator app. ${rest}; My account makes new ones.

If it was not you, somebody else knows your password and has your recovery codes. Choose a new password with Forgot Password at ${publicUrl} at once and tell an administrator.
`,
  };
}

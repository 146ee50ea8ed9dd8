import type { CommandTransaction } from '#platform/server/command.ts';
import { type MailText, queueMail } from '#platform/server/mail/outbox.ts';
import type { Addressee } from './people.ts';

/** What comes before the code, and what to do when somebody else has it. */
const firstSteps = {
  password: {
    '{firstStep}': 'password',
    '{secure}': 'choose a new password with Forgot Password at {portal}',
  },
  provider: { '{firstStep}': 'university account', '{secure}': 'secure your university account' },
};

/**
 * Mails somebody about their account, in the transaction of what happened to it. The text goes on after the greeting;
 * `{portal}` in it is the portal's address, and the names of `firstSteps` stand for what the settings say.
 */
export async function mailPerson(
  transaction: Pick<CommandTransaction, 'db' | 'services'>,
  { name, email }: Addressee,
  { subject, text }: MailText,
  sending: Pick<Parameters<typeof queueMail>[1], 'isUrgent' | 'topic' | 'minutesValid'> = {},
): Promise<void> {
  const { publicUrl, provider } = transaction.services.settings;
  const words = { ...firstSteps[provider ? 'provider' : 'password'], '{portal}': publicUrl };
  const filled = Object.entries(words).reduce(
    (said, [sign, word]) => said.replaceAll(sign, () => word),
    text,
  );
  const letter = `Dear ${name},\n\n${filled}\n`;
  await queueMail(transaction, { to: email, subject, text: letter, ...sending });
}

/** The code stands alone on its line, so that it can be found and copied on a small screen; never in the subject, which locked phones show. */
export function signInCodeMail(code: string): MailText {
  return {
    subject: 'Your code to sign in to Dikshant',
    text: `your code to sign in to Dikshant is

${code}

It is valid for 10 minutes. Nobody from the university will ever ask you for it.

If you are not signing in just now, somebody else has your {firstStep}: {secure} and tell an administrator.`,
  };
}

export function resetCodeMail(code: string): MailText {
  return {
    subject: 'Your code to choose a new Dikshant password',
    text: `your code to choose a new password at {portal} is

${code}

It is valid for 10 minutes. Nobody from the university will ever ask you for it.

If you did not ask for it, do nothing: your password stays as it is.`,
  };
}

export const resetHeldMail: MailText = {
  subject: 'Your Dikshant password cannot be reset yet',
  text: `somebody asked for a new password for your account at {portal}. The Email Id of the account was changed less than 24 hours ago, so no code was sent.

Wait until 24 hours have passed since the change, or ask a second administrator to confirm the Email Id; then use Forgot Password again.

If you did not ask for a new password, tell an administrator.`,
};

export const wrongCodeMail: MailText = {
  subject: 'A wrong code was typed for your Dikshant account',
  text: `somebody signed in with your {firstStep} and then typed a wrong code. If you mistyped it yourself, all is well.

If it was not you, somebody else has your {firstStep}: {secure} and tell an administrator.`,
};

export const lockedMail: MailText = {
  subject: 'Your Dikshant account is locked',
  text: `after 20 wrong codes within 30 days your account is locked. An administrator can unlock it.

If the wrong codes were not yours, somebody else has your {firstStep}: {secure} and tell the administrator.`,
};

export const strangersLockedMail: MailText = {
  subject: 'Your Dikshant account is locked for new devices',
  text: `after 20 wrong codes within 30 days your account is locked for devices that you have not signed in with before. On your usual device you can go on working. An administrator can unlock it.

If the wrong codes were not yours, somebody else has your {firstStep}: {secure} and tell an administrator.`,
};

export function passwordChangedMail(hadPasskeys: boolean): MailText {
  const passkeys = hadPasskeys ? ' Your passkeys were removed with it; add them again in My account.' : '';
  return {
    subject: 'Your Dikshant password was changed',
    text: `the password of your account was changed just now.${passkeys}

If it was not you, choose a new one with Forgot Password at {portal} at once and tell an administrator.`,
  };
}

export const authenticatorEnrolledMail: MailText = {
  subject: 'An authenticator app was set up for your Dikshant account',
  text: `from now on you sign in to Dikshant with your {firstStep} and the code of your authenticator app. No more codes are mailed to you.

Keep your recovery codes where you will find them without your phone.

If it was not you, {secure} at once and ask an administrator to reset your authenticator.`,
};

export const authenticatorRemovedMail: MailText = {
  subject: 'The authenticator app of your Dikshant account was removed',
  text: `the authenticator app that was set up for your account and its recovery codes no longer work. The next code to sign in is mailed to you.

If neither you nor an administrator whom you asked did this, {secure} at once and tell an administrator.`,
};

export const passkeyAddedMail: MailText = {
  subject: 'A passkey was added to your Dikshant account',
  text: `a passkey was added to your account just now. It signs you in at {portal} without a code.

If it was not you, remove it in My account at once, end your other sessions there and tell an administrator.`,
};

export const passkeyRemovedMail: MailText = {
  subject: 'A passkey of your Dikshant account was removed',
  text: `a passkey of your account was removed just now. It no longer signs you in.

If it was not you, end your other sessions in My account at {portal} and tell an administrator.`,
};

export const passkeysRemovedMail: MailText = {
  subject: 'The passkeys of your Dikshant account were removed',
  text: `an administrator removed every passkey of your account. None of them signs you in any more; add new ones in My account at {portal}.

If you did not ask an administrator for this, tell another one.`,
};

export const recoveryCodesMadeMail: MailText = {
  subject: 'New recovery codes for your Dikshant account',
  text: `ten new recovery codes were made for your account just now. The ones that you had before no longer work.

If it was not you, {secure} at once and ask an administrator to reset your authenticator.`,
};

export function recoveryCodeUsedMail(left: number): MailText {
  const rest = left === 1 ? '1 recovery code is left' : `${left} recovery codes are left`;
  return {
    subject: 'A recovery code of your Dikshant account was used',
    text: `a recovery code was used for your account in place of your authenticator app. ${rest}; My account makes new ones.

If it was not you, somebody else has your {firstStep} and your recovery codes: {secure} at once and tell an administrator.`,
  };
}

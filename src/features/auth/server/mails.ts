import { answers } from '#platform/server/answers.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type MailText, queueMail } from '#platform/server/mail/outbox.ts';
import { t } from '#shared/words.ts';
import type { Addressee } from './people.ts';

/** The step before the code, and what to do if somebody else completed it. */
const firstSteps = {
  password: () => ({
    '{{firstStep}}': t`password`,
    '{{secure}}': t`choose a new password with Forgot Password at ${signs.portal}`,
  }),
  provider: () => ({
    '{{firstStep}}': t`university account`,
    '{{secure}}': t`secure your university account`,
  }),
};

/** Placeholders for settings in a text. */
const signs = { firstStep: '{{firstStep}}', secure: '{{secure}}', portal: '{{portal}}' };

/**
 * Mails somebody about their account, in their language and in the transaction of the event. The text follows the
 * greeting.
 */
export async function mailPerson(
  transaction: Pick<CommandTransaction, 'db' | 'services'>,
  { id, name, email }: Addressee,
  words: () => MailText,
  sending: Pick<Parameters<typeof queueMail>[1], 'isUrgent' | 'topic' | 'minutesValid'> = {},
): Promise<void> {
  const { publicUrl, provider } = transaction.services.settings;
  await queueMail(transaction, {
    to: email,
    language: await answers.languageOfPerson(transaction.db, id),
    words: () => {
      const { subject, text } = words();
      const steps = { ...firstSteps[provider ? 'provider' : 'password'](), [signs.portal]: publicUrl };
      const filled = Object.entries(steps).reduce(
        (letter, [sign, word]) => letter.replaceAll(sign, () => word),
        text,
      );
      return { subject, text: `${t`Dear ${name},`}\n\n${filled}\n` };
    },
    ...sending,
  });
}

/**
 * The code is alone on its line, so that it is easy to find and copy on a small screen; never in the subject, which
 * locked phones show.
 */
export function signInCodeMail(code: string): MailText {
  return {
    subject: t`Your code to sign in to Dikshant`,
    text: paragraphs(
      t`your code to sign in to Dikshant is`,
      code,
      t`It is valid for 10 minutes. Nobody from the university will ever ask you for it.`,
      t`If you are not signing in just now, somebody else has your ${signs.firstStep}: ${signs.secure} and tell an administrator.`,
    ),
  };
}

export function resetCodeMail(code: string): MailText {
  return {
    subject: t`Your code to choose a new Dikshant password`,
    text: paragraphs(
      t`your code to choose a new password at ${signs.portal} is`,
      code,
      t`It is valid for 10 minutes. Nobody from the university will ever ask you for it.`,
      t`If you did not ask for it, do nothing: your password stays as it is.`,
    ),
  };
}

export function resetHeldMail(): MailText {
  return {
    subject: t`Your Dikshant password cannot be reset yet`,
    text: paragraphs(
      t`somebody asked for a new password for your account at ${signs.portal}. The Email Id of the account was changed less than 24 hours ago, so no code was sent.`,
      t`Wait until 24 hours have passed since the change, or ask a second administrator to confirm the Email Id; then use Forgot Password again.`,
      t`If you did not ask for a new password, tell an administrator.`,
    ),
  };
}

export function wrongCodeMail(): MailText {
  return {
    subject: t`A wrong code was typed for your Dikshant account`,
    text: paragraphs(
      t`somebody signed in with your ${signs.firstStep} and then typed a wrong code twice. If you mistyped it yourself, all is well.`,
      t`If it was not you, somebody else has your ${signs.firstStep}: ${signs.secure} and tell an administrator.`,
    ),
  };
}

export function lockedMail(): MailText {
  return {
    subject: t`Your Dikshant account is locked`,
    text: paragraphs(
      t`after 20 wrong codes within 30 days your account is locked. An administrator can unlock it.`,
      t`If the wrong codes were not yours, somebody else has your ${signs.firstStep}: ${signs.secure} and tell the administrator.`,
    ),
  };
}

export function unknownDevicesLockedMail(): MailText {
  return {
    subject: t`Your Dikshant account is locked for new devices`,
    text: paragraphs(
      t`after 20 wrong codes within 30 days your account is locked for devices that you have not signed in with before. On your usual device you can go on working. An administrator can unlock it.`,
      t`If the wrong codes were not yours, somebody else has your ${signs.firstStep}: ${signs.secure} and tell an administrator.`,
    ),
  };
}

export function passwordChangedMail(hadPasskeys: boolean): MailText {
  return {
    subject: t`Your Dikshant password was changed`,
    text: paragraphs(
      hadPasskeys
        ? t`the password of your account was changed just now. Your passkeys were removed with it; add them again in My account.`
        : t`the password of your account was changed just now.`,
      t`If it was not you, choose a new one with Forgot Password at ${signs.portal} at once and tell an administrator.`,
    ),
  };
}

export function authenticatorEnrolledMail(): MailText {
  return {
    subject: t`An authenticator app was set up for your Dikshant account`,
    text: paragraphs(
      t`from now on you sign in to Dikshant with your ${signs.firstStep} and the code of your authenticator app. No more codes are mailed to you.`,
      t`Keep your recovery codes where you will find them without your phone.`,
      t`If it was not you, ${signs.secure} at once and ask an administrator to reset your authenticator.`,
    ),
  };
}

export function authenticatorRemovedMail(): MailText {
  return {
    subject: t`The authenticator app of your Dikshant account was removed`,
    text: paragraphs(
      t`the authenticator app that was set up for your account and its recovery codes no longer work. The next code to sign in is mailed to you.`,
      t`If neither you nor an administrator whom you asked did this, ${signs.secure} at once and tell an administrator.`,
    ),
  };
}

export function passkeyAddedMail(): MailText {
  return {
    subject: t`A passkey was added to your Dikshant account`,
    text: paragraphs(
      t`a passkey was added to your account just now. It signs you in at ${signs.portal} without a code.`,
      t`If it was not you, remove it in My account at once, end your other sessions there and tell an administrator.`,
    ),
  };
}

export function passkeyRemovedMail(): MailText {
  return {
    subject: t`A passkey of your Dikshant account was removed`,
    text: paragraphs(
      t`a passkey of your account was removed just now. It no longer signs you in.`,
      t`If it was not you, end your other sessions in My account at ${signs.portal} and tell an administrator.`,
    ),
  };
}

export function passkeysRemovedMail(): MailText {
  return {
    subject: t`The passkeys of your Dikshant account were removed`,
    text: paragraphs(
      t`an administrator removed every passkey of your account. None of them signs you in any more; add new ones in My account at ${signs.portal}.`,
      t`If you did not ask an administrator for this, tell another one.`,
    ),
  };
}

export function recoveryCodesMadeMail(): MailText {
  return {
    subject: t`New recovery codes for your Dikshant account`,
    text: paragraphs(
      t`ten new recovery codes were made for your account just now. The ones that you had before no longer work.`,
      t`If it was not you, ${signs.secure} at once and ask an administrator to reset your authenticator.`,
    ),
  };
}

export function recoveryCodeUsedMail(left: number): MailText {
  return {
    subject: t`A recovery code of your Dikshant account was used`,
    text: paragraphs(
      left === 1
        ? t`a recovery code was used for your account in place of your authenticator app. 1 recovery code is left; My account makes new ones.`
        : t`a recovery code was used for your account in place of your authenticator app. ${left} recovery codes are left; My account makes new ones.`,
      t`If it was not you, somebody else has your ${signs.firstStep} and your recovery codes: ${signs.secure} at once and tell an administrator.`,
    ),
  };
}

function paragraphs(...steps: string[]): string {
  return steps.join('\n\n');
}

import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const authErrors = {
  'auth.signed_out': {
    status: 401,
    sentence: t`Your session has ended. Sign in again. Your input is saved.`,
  },
  'auth.not_permitted': { status: 403, sentence: t`Your role does not include this.` },
  'auth.wrong_credentials': { status: 401, sentence: t`Role, Email Id and password do not belong together.` },
  'auth.initial_password_expired': {
    status: 403,
    sentence: t`This initial password has expired. Use Forgot Password, or ask an administrator for a new one.`,
  },
  'auth.wrong_code': {
    status: 401,
    sentence: (data: { triesLeft: number }) =>
      data.triesLeft === 0
        ? t`The code is wrong and no try is left. Sign in again.`
        : data.triesLeft === 1
          ? t`The code is wrong. 1 try is left.`
          : t`The code is wrong. ${data.triesLeft} tries are left.`,
  },
  'auth.challenge_over': { status: 410, sentence: t`This code has expired or was used. Start again.` },
  'auth.resend_too_soon': {
    status: 429,
    sentence: (data: { retryAfterSeconds: number }) =>
      t`A new code can be sent in ${data.retryAfterSeconds} seconds.`,
  },
  'auth.no_mails_left': {
    status: 429,
    sentence: t`No more codes can be sent for this sign-in. Start again.`,
  },
  'auth.locked': {
    status: 423,
    sentence: t`This account is locked after too many wrong codes. An administrator can unlock it.`,
  },
  'auth.wrong_password': { status: 422, sentence: t`This is not your current password.` },
  'auth.passwords_differ': { status: 422, sentence: t`The two passwords differ.` },
  'auth.common_password': {
    status: 422,
    sentence: t`This password is easy to guess. Choose another one.`,
  },
  'auth.same_password': {
    status: 422,
    sentence: t`The new password is the same as the old one. Choose another one.`,
  },
  'auth.change_password_first': { status: 403, sentence: t`Choose a password of your own before you go on.` },
  'auth.confirm_identity': {
    status: 403,
    sentence: t`Confirm your identity: enter your password and a code again.`,
  },
  'auth.enrol_authenticator_first': {
    status: 403,
    sentence: t`Set up your authenticator app before you go on; reloading the page leads there.`,
  },
  'auth.authenticator_code_differs': {
    status: 422,
    sentence: t`This is not the code of the new entry. Type the one that the app shows now; if it is refused again, set the clock of your phone.`,
  },
  'auth.authenticator_enrolled': t`An authenticator app is already set up. Go back to the e-mail code first, then set up the new one.`,
  'auth.no_authenticator': t`No authenticator app is set up for this account.`,
  'auth.wrong_second_factor': {
    status: 422,
    sentence: t`This is neither the newest code of your authenticator app nor an unused recovery code.`,
  },
  'auth.session_not_found': { status: 404, sentence: t`This session has already ended.` },
} as const satisfies ErrorEntries;

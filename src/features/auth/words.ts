import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

const authErrors = {
  'auth.authenticator_enrolled': t`An authenticator app is already set up. Go back to the e-mail code first, then set up the new one.`,
  'auth.no_authenticator': t`No authenticator app is set up for this account.`,
  'auth.session_not_found': t`This session has already ended.`,
  ...withStatus(401, {
    'auth.wrong_credentials': (data: { role: Role }) =>
      t`The Email Id or password is wrong, or the role is not ${translateLabel(roleLabels[data.role])}.`,
    'auth.provider_refused': t`The answer of the university account was refused. Start again.`,
    'auth.provider_cancelled': t`You were not signed in: the sign-in was cancelled at the university account, or not allowed there. Start again.`,
    'auth.passkey_refused': t`This passkey was refused. Sign in another way, or ask an administrator.`,
    'auth.wrong_code': (data: { triesLeft: number }) =>
      data.triesLeft === 0
        ? t`The code is wrong and no try is left. Sign in again.`
        : data.triesLeft === 1
          ? t`The code is wrong. 1 try is left.`
          : t`The code is wrong. ${data.triesLeft} tries are left.`,
  }),
  ...withStatus(403, {
    'auth.no_account': t`No account here has the email address and the role with which you signed in. Choose your role, or ask an administrator.`,
    'auth.email_held': t`The Email Id of this account was changed less than 24 hours ago. Wait until 24 hours have passed, or ask another administrator to confirm it.`,
    'auth.provider_replaces_password': t`Passwords are not used here. Sign in with the university account.`,
    'auth.email_unverified': t`The email address of your university account is not verified. Ask an administrator.`,
    'auth.no_provider': t`Signing in with the university account is not set up here.`,
    'auth.no_passkeys': t`Passkeys are not set up here.`,
    'auth.initial_password_expired': t`This initial password has expired. Use Forgot Password, or ask an administrator for a new one.`,
  }),
  'auth.sign_on_over': {
    status: 410,
    sentence: t`This sign-in has expired, was used, or was started in another window. Start again.`,
  },
  'auth.provider_away': {
    status: 503,
    sentence: t`The university account cannot be reached just now. Try again in a few minutes.`,
  },
  'auth.passkey_not_found': t`This passkey has already been removed.`,
  'auth.challenge_over': { status: 410, sentence: t`This code has expired or was used. Start again.` },
  ...withStatus(429, {
    'auth.resend_too_soon': (data: { retryAfterSeconds: number }) =>
      t`A new code can be sent in ${data.retryAfterSeconds} seconds.`,
    'auth.no_mails_left': t`No more codes can be sent for this sign-in. Start again.`,
  }),
  ...withStatus(423, {
    'auth.locked': t`This account is locked after too many wrong codes. An administrator can unlock it.`,
  }),
  ...withStatus(422, {
    'auth.wrong_password': t`This is not your current password.`,
    'auth.passwords_differ': t`The two passwords differ.`,
    'auth.common_password': t`This password is easy to guess. Choose another one.`,
    'auth.same_password': t`The new password is the same as the old one. Choose another one.`,
    'auth.authenticator_code_differs': t`This is not the code of the new entry. Type the one that the app shows now; if it is refused again, set the clock of your phone.`,
    'auth.wrong_second_factor': t`This is neither the newest code of your authenticator app nor an unused recovery code.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: authErrors,
  events: {
    'auth.authenticator_enrolled': t`Authenticator enrolled`,
    'auth.authenticator_removed': t`Authenticator removed`,
    'auth.authenticator_shown': t`Authenticator shown`,
    'auth.code_refused': t`Code refused`,
    'auth.identity_confirmed': t`Identity confirmed`,
    'auth.locked': t`Account locked`,
    'auth.other_sessions_ended': t`Other sessions ended`,
    'auth.passkey_added': t`Passkey added`,
    'auth.passkey_removed': t`Passkey removed`,
    'auth.password_changed': t`Password changed`,
    'auth.password_reset': t`Password reset`,
    'auth.preferences_saved': t`Preferences saved`,
    'auth.recovery_code_used': t`Recovery code used`,
    'auth.recovery_codes_made': t`Recovery codes made`,
    'auth.reset_code_refused': t`Reset code refused`,
    'auth.session_ended': t`Session ended`,
    'auth.signed_in': t`Signed in`,
    'auth.signed_out': t`Signed out`,
    'auth.view_deleted': t`View deleted`,
    'auth.view_saved': t`View saved`,
  },
  fields: {
    device: t`Device`,
    lockedFor: t`Locked for`,
    passkey: t`Passkey`,
    density: t`Density`,
    letterKeys: t`Letter keys`,
    listViews: t`Saved views`,
    scannerPreamble: t`Scanner preamble`,
    stepsSeen: t`Your day in four steps`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    authWords: typeof words;
  }
}

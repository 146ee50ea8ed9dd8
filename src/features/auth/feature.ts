import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { authContract } from './contract.ts';
import { authErrors } from './errors.ts';

const names = {
  paths: {
    login: '/',
    /** The OpenID provider's redirect URI; registered there. */
    signInWithProvider: '/sign-in/provider',
    account: '/account',
    firstPassword: '/first-password',
    firstAuthenticator: '/first-authenticator',
  },
  errors: authErrors,
  events: {
    'auth.authenticator_enrolled': t`account: authenticator enrolled`,
    'auth.authenticator_removed': t`account: authenticator removed`,
    'auth.authenticator_shown': t`account: authenticator shown`,
    'auth.code_refused': t`account: code refused`,
    'auth.identity_confirmed': t`account: identity confirmed`,
    'auth.locked': t`account: locked`,
    'auth.other_sessions_ended': t`account: other sessions ended`,
    'auth.passkey_added': t`account: passkey added`,
    'auth.passkey_removed': t`account: passkey removed`,
    'auth.password_changed': t`account: password changed`,
    'auth.password_reset': t`account: password reset`,
    'auth.preferences_saved': t`account: preferences saved`,
    'auth.recovery_code_used': t`account: recovery code used`,
    'auth.recovery_codes_made': t`account: recovery codes made`,
    'auth.reset_code_refused': t`account: reset code refused`,
    'auth.session_ended': t`account: session ended`,
    'auth.signed_in': t`account: signed in`,
    'auth.signed_out': t`account: signed out`,
    'auth.view_deleted': t`account: view deleted`,
    'auth.view_saved': t`account: view saved`,
  },
  fields: {
    device: t`Device`,
    lockedFor: t`Locked for`,
    passkey: t`Passkey`,
    density: t`Density`,
    letterKeys: t`Keys that are letters`,
    listViews: t`Views of lists`,
    scannerPreamble: t`Scanner preamble`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    auth: typeof names;
  }
}

export const authFeature = {
  ...names,
  contract: {
    auth: authContract,
  },
};

import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { authContract } from '../contract.ts';
import { getOwnSecondFactor } from './authenticators.ts';
import { addPasskey, startPasskey } from './commands/add-passkey.ts';
import { changePassword } from './commands/change-password.ts';
import { addView, deleteView, editView } from './commands/change-views.ts';
import { checkPasswordResetCode } from './commands/check-password-reset-code.ts';
import { completePasswordReset } from './commands/complete-password-reset.ts';
import { completeProviderSignIn } from './commands/complete-provider-sign-in.ts';
import { completeSignIn, recoverSignIn } from './commands/complete-sign-in.ts';
import { confirmAuthenticator } from './commands/confirm-authenticator.ts';
import { endOtherSessions } from './commands/end-other-sessions.ts';
import { endOwnSession } from './commands/end-own-session.ts';
import { makeRecoveryCodes } from './commands/make-recovery-codes.ts';
import { removeOwnAuthenticator } from './commands/remove-own-authenticator.ts';
import { removePasskey } from './commands/remove-passkey.ts';
import { resendPasswordResetCode, resendSignInCode } from './commands/resend-code.ts';
import { savePreferences } from './commands/save-preferences.ts';
import { completePasskeySignIn, startPasskeySignIn } from './commands/sign-in-with-passkey.ts';
import { signOut } from './commands/sign-out.ts';
import { startAuthenticator } from './commands/start-authenticator.ts';
import { startPasswordReset } from './commands/start-password-reset.ts';
import { startProviderSignIn } from './commands/start-provider-sign-in.ts';
import { startSignIn } from './commands/start-sign-in.ts';
import { listPasskeys } from './passkeys.ts';
import { languageOfPerson } from './preferences.ts';
import { signInPurges } from './purge-sign-ins.ts';
import { reencryptAuthenticators } from './reencrypt-authenticators.ts';
import { findOwnSession, listSessions } from './sessions.ts';

const authPart = partOf(authContract, {
  commands: {
    getSession: (context) => findOwnSession(context.services, context.cookies),
    startSignIn,
    resendSignInCode,
    completeSignIn,
    recoverSignIn,
    signOut,
    startPasswordReset,
    resendPasswordResetCode,
    checkPasswordResetCode,
    completePasswordReset,
    changePassword,
    getOwnSecondFactor,
    startAuthenticator,
    confirmAuthenticator,
    removeOwnAuthenticator,
    makeRecoveryCodes,
    startProviderSignIn,
    completeProviderSignIn,
    startPasskeySignIn,
    completePasskeySignIn,
    listPasskeys,
    startPasskey,
    addPasskey,
    removePasskey,
    listSessions,
    endOwnSession,
    endOtherSessions,
    savePreferences,
    addView,
    editView,
    deleteView,
  },
});

export const server: ServerFeature = {
  parts: { auth: authPart },
  purges: signInPurges,
  whenWorkerStarts: reencryptAuthenticators,
  constraints: {
    saved_views__name_unique: { code: 'auth.view_name_taken', field: 'name' },
    saved_views__bounded: 'auth.too_many_views',
    code_challenges__no_reset_after_email_change: 'auth.challenge_over',
  },
  answers: { languageOfPerson },
};

import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/server/context.ts';
import { authContract } from '../contract.ts';
import { changePassword } from './commands/change-password.ts';
import { checkPasswordResetCode } from './commands/check-password-reset-code.ts';
import { completePasswordReset } from './commands/complete-password-reset.ts';
import { completeSignIn, recoverSignIn } from './commands/complete-sign-in.ts';
import { confirmAuthenticator } from './commands/confirm-authenticator.ts';
import { endOtherSessions } from './commands/end-other-sessions.ts';
import { endOwnSession } from './commands/end-own-session.ts';
import { makeRecoveryCodes } from './commands/make-recovery-codes.ts';
import { removeOwnAuthenticator } from './commands/remove-own-authenticator.ts';
import { resendPasswordResetCode, resendSignInCode } from './commands/resend-code.ts';
import { savePreferences } from './commands/save-preferences.ts';
import { signOut } from './commands/sign-out.ts';
import { startAuthenticator } from './commands/start-authenticator.ts';
import { startPasswordReset } from './commands/start-password-reset.ts';
import { startSignIn } from './commands/start-sign-in.ts';
import { getOwnSecondFactor } from './get-own-second-factor.ts';
import { listSessions } from './own-sessions.ts';
import { findOwnSession } from './sessions.ts';

const os = implement(authContract).$context<RequestContext>();

export const authRouter = os.router({
  getSession: os.getSession.handler(({ context }) => findOwnSession(context.services, context.cookies)),
  startSignIn: os.startSignIn.handler(({ context, input }) => startSignIn(context, input)),
  resendSignInCode: os.resendSignInCode.handler(({ context, input }) => resendSignInCode(context, input)),
  completeSignIn: os.completeSignIn.handler(({ context, input }) => completeSignIn(context, input)),
  recoverSignIn: os.recoverSignIn.handler(({ context, input }) => recoverSignIn(context, input)),
  signOut: os.signOut.handler(({ context }) => signOut(context)),
  startPasswordReset: os.startPasswordReset.handler(({ context, input }) =>
    startPasswordReset(context, input),
  ),
  resendPasswordResetCode: os.resendPasswordResetCode.handler(({ context, input }) =>
    resendPasswordResetCode(context, input),
  ),
  checkPasswordResetCode: os.checkPasswordResetCode.handler(({ context, input }) =>
    checkPasswordResetCode(context, input),
  ),
  completePasswordReset: os.completePasswordReset.handler(({ context, input }) =>
    completePasswordReset(context, input),
  ),
  changePassword: os.changePassword.handler(({ context, input }) => changePassword(context, input)),
  getOwnSecondFactor: os.getOwnSecondFactor.handler(({ context }) => getOwnSecondFactor(context)),
  startAuthenticator: os.startAuthenticator.handler(({ context, input }) =>
    startAuthenticator(context, input),
  ),
  confirmAuthenticator: os.confirmAuthenticator.handler(({ context, input }) =>
    confirmAuthenticator(context, input),
  ),
  removeOwnAuthenticator: os.removeOwnAuthenticator.handler(({ context, input }) =>
    removeOwnAuthenticator(context, input),
  ),
  makeRecoveryCodes: os.makeRecoveryCodes.handler(({ context, input }) => makeRecoveryCodes(context, input)),
  listSessions: os.listSessions.handler(({ context }) => listSessions(context)),
  endOwnSession: os.endOwnSession.handler(({ context, input }) => endOwnSession(context, input)),
  endOtherSessions: os.endOtherSessions.handler(({ context }) => endOtherSessions(context)),
  savePreferences: os.savePreferences.handler(({ context, input }) => savePreferences(context, input)),
});

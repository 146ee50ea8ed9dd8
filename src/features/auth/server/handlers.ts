import { implement } from '@orpc/server';
import type { RequestContext } from '#server/context.ts';
import { authContract } from '../contract.ts';
import { changePassword } from './commands/change-password.ts';
import { checkPasswordResetCode } from './commands/check-password-reset-code.ts';
import { completePasswordReset } from './commands/complete-password-reset.ts';
import { completeSignIn } from './commands/complete-sign-in.ts';
import { resendPasswordResetCode, resendSignInCode } from './commands/resend-code.ts';
import { signOut } from './commands/sign-out.ts';
import { startPasswordReset } from './commands/start-password-reset.ts';
import { startSignIn } from './commands/start-sign-in.ts';
import { findOwnSession } from './sessions.ts';

const os = implement(authContract).$context<RequestContext>();

export const authRouter = os.router({
  getSession: os.getSession.handler(({ context }) => findOwnSession(context.services, context.cookies)),
  startSignIn: os.startSignIn.handler(({ context, input }) => startSignIn(context, input)),
  resendSignInCode: os.resendSignInCode.handler(({ context, input }) => resendSignInCode(context, input)),
  completeSignIn: os.completeSignIn.handler(({ context, input }) => completeSignIn(context, input)),
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
});

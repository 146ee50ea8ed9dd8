import { publicCommand } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { renewChallenge } from '../challenges.ts';
import { withMinimumDuration } from '../minimum-duration.ts';

export const resendSignInCode = publicCommand((transaction, { challengeId }: { challengeId: string }) =>
  renewChallenge(transaction, { id: challengeId, purpose: 'sign_in' }),
);

const renewReset = publicCommand((transaction, { challengeId }: { challengeId: string }) =>
  renewChallenge(transaction, { id: challengeId, purpose: 'password_reset' }),
);

/** Mails a new reset code, or for a decoy only pretends to. */
export function resendPasswordResetCode(context: RequestContext, input: { challengeId: string }) {
  return withMinimumDuration(() => renewReset(context, input));
}

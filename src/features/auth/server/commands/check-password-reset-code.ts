import { publicCommand } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { consumeAttempt, isCode, passChallenge } from '../challenges.ts';
import { withMinimumDuration } from '../minimum-duration.ts';
import { networkOf } from '../networks.ts';
import { lockPerson } from '../people.ts';
import { hashToken, newToken } from '../tokens.ts';

/**
 * Uses one try on a reset code; the right code returns the token for the last step. Wrong ones do not count towards
 * locking the account, because anybody can request a reset.
 */
export function checkPasswordResetCode(
  context: RequestContext,
  input: { challengeId: string; code: string },
): Promise<{ resetToken: string }> {
  return withMinimumDuration(() => tryResetCode(context, input));
}

const tryResetCode = publicCommand(
  async (transaction, { challengeId, code }: { challengeId: string; code: string }) => {
    const { db, services, ip } = transaction;
    const challenge = await consumeAttempt(transaction, { id: challengeId, purpose: 'password_reset' });
    const isRight = isCode(services.peppers, challenge, code);
    const { staff_id: staffId, triesLeft } = challenge;
    if (staffId === null) return domainError('auth.wrong_code', { triesLeft });
    const person = await lockPerson(db, staffId);
    if (person.disabled_at !== null) throw domainError('auth.challenge_over');
    if (!isRight) {
      services.accessLog.record({ kind: 'reset_code_refused', who: person, network: networkOf(ip) });
      return domainError('auth.wrong_code', { triesLeft });
    }

    const resetToken = newToken();
    await passChallenge(transaction, challenge.id, hashToken(resetToken));
    return { resetToken };
  },
);

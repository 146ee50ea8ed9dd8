import { publicCommand } from '#server/command.ts';
import type { RequestContext, Services } from '#server/context.ts';
import type { Challenge } from '../../contract.ts';
import { issueMailedChallenge } from '../challenges.ts';
import { inEvenTime } from '../even-time.ts';
import { type Addressee, findPersonByEmail } from '../people.ts';
import { limits, networkOf, refuseWhenSpent, spend } from '../throttle.ts';

/** Mails a reset code if the address is known. Otherwise a decoy goes the same way, so that nobody learns which. */
export function startPasswordReset(context: RequestContext, input: { email: string }): Promise<Challenge> {
  return inEvenTime(async () => {
    const { services } = context;
    await spend(services, limits.resetsByNetwork, networkOf(context.ip));
    await spend(services, limits.resetsByAddress, input.email.toLowerCase());
    await refuseWhenBudgetIsSpent(services);

    const person = await findPersonByEmail(services.db, input.email);
    const isEntitled = person !== undefined && person.disabled_at === null;
    // Only real codes can be guessed, and unknown addresses must not use up the budget of known ones.
    if (isEntitled) await spend(services, limits.resetsInAll, 'all');
    return issueResetChallenge(context, { person: isEntitled ? person : null });
  });
}

async function refuseWhenBudgetIsSpent(services: Services): Promise<void> {
  try {
    await refuseWhenSpent(services, limits.resetsInAll, 'all');
  } catch (error) {
    services.log.error(
      { alarm: 'password_reset_budget', budget: limits.resetsInAll.hits },
      'the daily budget of password resets is spent: somebody may be guessing reset codes',
    );
    throw error;
  }
}

const issueResetChallenge = publicCommand((transaction, input: { person: Addressee | null }) =>
  issueMailedChallenge(transaction, { purpose: 'password_reset', person: input.person, knownDeviceId: null }),
);

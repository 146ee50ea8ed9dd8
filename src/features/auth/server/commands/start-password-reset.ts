import { publicCommand } from '#platform/server/command.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { readKey } from '#platform/server/db/identity.ts';
import { issueMailedChallenge } from '../challenges.ts';
import { deviceTokenOf, findKnownDevice } from '../known-devices.ts';
import { mailPerson, resetHeldMail } from '../mails.ts';
import { withMinimumDuration } from '../minimum-duration.ts';
import { networkOf } from '../networks.ts';
import { assertPasswordsInUse } from '../own-password.ts';
import { findPersonByEmail } from '../people.ts';
import { assertWithinLimit, consume, type Hit, limits, throttled } from '../throttle.ts';

type Person = Awaited<ReturnType<typeof findPersonByEmail>>;

/** Mails a reset code if the address is known. Otherwise issues a decoy, so that the answer does not reveal which. */
export async function startPasswordReset(context: RequestContext, { email }: { email: string }) {
  const { services, cookies, ip } = context;
  assertPasswordsInUse(services);
  return withMinimumDuration(async () => {
    const knownDeviceId = await findKnownDevice(services.db, deviceTokenOf(cookies), email);
    // Requests from unknown devices must not use up the limits of the owner's own devices.
    const hits: Hit[] = [
      [limits.resetsByNetwork, knownDeviceId ?? networkOf(ip)],
      [limits.resetsByAddress, `${await readKey(services.db, email)}|${knownDeviceId}`],
    ];
    const budget: Hit = [limits.resetsInAll, knownDeviceId ? 'known devices' : 'all others'];
    return throttled(services, hits, 'every_attempt', async () => {
      await assertWithinBudget(services, budget);
      return issueResetChallenge(context, { person: await findPersonByEmail(services.db, email), budget });
    });
  });
}

async function assertWithinBudget(services: Services, budget: Hit): Promise<void> {
  try {
    await assertWithinLimit(services, budget);
  } catch (error) {
    services.log.error(
      { alarm: 'password_reset_budget', budget: budget[0].hits, of: budget[1] },
      'the daily budget of password resets is spent: somebody may be guessing reset codes',
    );
    throw error;
  }
}

const issueResetChallenge = publicCommand(
  async (transaction, { person, budget }: { person: Person; budget: Hit }) => {
    const { db, services } = transaction;
    const isEntitled = person !== undefined && person.disabled_at === null && !person.has_held_reset;
    // Only real codes can be guessed, and unknown addresses must not use up the budget of known ones.
    if (isEntitled) await consume(services, budget, db);
    if (person?.has_held_reset && person.disabled_at === null)
      await mailPerson(transaction, person, resetHeldMail);
    return issueMailedChallenge(transaction, {
      purpose: 'password_reset',
      person: isEntitled ? person : null,
      knownDeviceId: null,
    });
  },
);

import { expect, test } from 'vitest';
import { startWorker } from '#app/server/jobs.ts';
import { createOffice, receiveApplication } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

const portal = await filePortal();

test('a worker that starts marks what went stale while none was there', async () => {
  const receiver = await portal.as('receiver');
  await receiveApplication(receiver, await createOffice(portal));
  await runWithoutTriggers(portal, 'update demand_drafts set drawn_on = drawn_on - 200');
  await startWorker(portal.services);
  const states = () => portal.services.db.selectFrom('demand_drafts').select('state').execute();
  await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'stale' }]);
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { startWorker } from '#app/server/jobs.ts';
import { createOffice, receiveApplication } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';

const portal = await filePortal();

test('a worker that starts marks what went stale while none was there', async () => {
  const receiver = await portal.as('receiver');
  await receiveApplication(receiver, await createOffice(portal));
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  // Past the trigger that keeps what stands on a draft.
  await owner.query('set session_replication_role = replica');
  await owner.query('update demand_drafts set drawn_on = drawn_on - 200');

  await startWorker(portal.services);
  const states = async () => (await owner.query('select state from demand_drafts')).rows;
  await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'stale' }]);
  await owner.end();
});

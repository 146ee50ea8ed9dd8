import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { createQueues, startWorker } from './jobs.ts';

let portal: Portal;
let owner: pg.Client;

beforeAll(async () => {
  portal = await startPortal();
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await portal.close();
});

test('a job of a worker that gives no sign of life is done by another', async () => {
  const { jobs } = portal.services;
  // As an earlier version left it: without signs of life.
  await owner.query('update pgboss.queue set heartbeat_seconds = null');
  await createQueues(portal.services.jobs);

  const id = await jobs.send(deleteFilesJob.name, { keys: [] });
  const [taken] = await jobs.fetch(deleteFilesJob.name);
  expect(taken?.id).toBe(id);
  await owner.query(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '16 seconds' where id = $1 and state = 'active'",
    [id],
  );
  await startWorker(portal.services);
  await owner.query('update pgboss.queue set monitor_on = null');
  await jobs.supervise(deleteFilesJob.name);

  const state = async () =>
    (await owner.query('select state, retry_count from pgboss.job where id = $1', [id])).rows;
  await expect.poll(state, { timeout: 15_000 }).toEqual([{ state: 'completed', retry_count: 1 }]);
});

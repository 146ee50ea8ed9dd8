import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { fileClient, filePortal, startPortal } from '#dev/testing/portal.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { createQueues, startWorker } from './jobs.ts';

const portal = await filePortal();
const owner = await fileClient(portal.ownerUrl);

longTest('a job of a worker that gives no sign of life is done by another', async () => {
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

test('a job of an earlier version is scheduled no more', async () => {
  const { jobs } = portal.services;
  await jobs.createQueue('an-earlier-job');
  await jobs.schedule('an-earlier-job', '*/5 * * * *');
  await jobs.send('an-earlier-job', {});
  await createQueues(jobs);
  expect(await jobs.getQueues(['an-earlier-job'])).toEqual([]);
  expect(await jobs.getSchedules('an-earlier-job')).toEqual([]);
});

test('what the clock brings is in the schedule, and a start catches up on what has to be done', async () => {
  const other = await startPortal({ worker: true });
  try {
    const namesOf = async (query: ReturnType<typeof sql<{ name: string }>>) =>
      (await query.execute(other.services.jobDb)).rows.map(({ name }) => name);
    expect(await namesOf(sql`select name from pgboss.schedule order by name`)).toEqual([
      'compare-books',
      'look-over',
      'mark-stale-drafts',
      'nightly-purge',
      'run-rules',
      'write-checkpoints',
    ]);
    const sent = await namesOf(sql`select distinct name from pgboss.job`);
    for (const name of ['compare-books', 'mark-stale-drafts', 'nightly-purge', 'write-checkpoints'])
      expect(sent).toContain(name);
  } finally {
    await other.close();
  }
});

import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desks, openDesks } from '../harness/desks.ts';
import { ask } from '../harness/people.ts';
import { eventually, type Portal, startPortal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { composed, prepareRun, receive } from '../harness/records.ts';
import { type Family, listed, metricsSettings, parseMetrics, type Sample, scrape } from './a-metrics.ts';

// Build: "`/metrics` (Prometheus text: requests, pool, jobs, mails, renderers, chain head, checkpoints, disk, archive)".
// The demo's portal, because it has people, paper and runs; adapt the pattern of a name, not the demand.

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  portal = await startPortal({ env: metricsSettings });
  desks = await openDesks(portal);
});
afterAll(() => portal?.remove());

async function families(): Promise<Family[]> {
  const answer = await scrape(portal);
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBe(200);
  return parseMetrics(text);
}

async function samples(like: RegExp): Promise<Sample[]> {
  const all = (await families()).flatMap((family) => family.samples);
  const found = all.filter(({ key }) => like.test(key));
  expect(
    found.length,
    `no sample like ${like} among ${[...new Set(all.map(({ name }) => name))].join(', ')}`,
  ).toBeGreaterThan(0);
  return found;
}

const sum = (found: Sample[]) => found.reduce((total, { value }) => total + value, 0);

/** Some sample like that grew by at least so much. */
async function expectGrowth(like: RegExp, by: number, act: () => Promise<unknown>): Promise<void> {
  const before = new Map((await samples(like)).map(({ key, value }) => [key, value]));
  await act();
  await eventually(
    async () => (await samples(like)).some(({ key, value }) => value - (before.get(key) ?? 0) >= by),
    { within: 60_000, every: 1_000, what: `a sample like ${like} that grows by ${by}` },
  );
}

describe('Build /metrics', () => {
  test('Build: Prometheus text, each family with HELP and TYPE, no sample twice, every value a number', async () => {
    const answer = await scrape(portal);
    const text = await answer.text();
    expect(answer.status, text.slice(0, 300)).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; *version=0\.0\.4|openmetrics-text/);
    expect(text.endsWith('\n'), 'the last line ends').toBe(true);
    const found = parseMetrics(text);
    expect(found.length).toBeGreaterThan(8);
    for (const { name, type, help, samples: own } of found) {
      expect(type, `TYPE of ${name}`).toMatch(/^(counter|gauge|histogram|summary|untyped)$/);
      expect(help, `HELP of ${name}`).not.toBe('');
      expect(own.length, `samples of ${name}`).toBeGreaterThan(0);
      expect(new Set(own.map(({ key }) => key)).size, `a sample of ${name} stands twice`).toBe(own.length);
      for (const { key, value } of own) expect(Number.isNaN(value), `${key} is no number`).toBe(false);
      if (type === 'counter') expect(name, 'a counter ends with _total').toMatch(/_total$/);
    }
  });

  test('Build: promtool finds no fault in it', async (context) => {
    const text = await (await scrape(portal)).text();
    expect(text, 'metrics').toMatch(/^# TYPE /m);
    const judged = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    if (judged.error)
      return context.skip('promtool is not on this machine (Debian: apt-get install prometheus)');
    expect(judged.status, judged.stdout + judged.stderr).toBe(0);
  });

  for (const [part, like] of [
    ['requests', /request/i],
    ['pool', /pool|connection/i],
    ['jobs', /job|queue/i],
    ['mails', /mail|outbox/i],
    ['renderers', /render|typst|compos/i],
    ['chain head', /(chain|audit).*(head|sequence|events)|(head|sequence).*(chain|audit)/i],
    ['checkpoints', /checkpoint/i],
    ['disk', /disk|filesystem|storage/i],
    ['archive', /archiv/i],
  ] as const)
    test(`Build: it has ${part}`, async () => {
      await samples(like);
    });

  test('Build requests: so many requests are counted, by route and status, and random addresses make no series of their own', async () => {
    const count = between(20, 40);
    await expectGrowth(/request(?!.*(bucket|sum|seconds))/i, count, async () => {
      for (let made = 0; made < count; made += 1)
        await desks.admin.get(`/api/applications/${crypto.randomUUID()}`);
    });
    const before = (await samples(/./)).length;
    const words = Array.from({ length: 40 }, () => letters(12));
    for (const word of words) {
      await ask(portal, 'GET', `/${word}`);
      await ask(portal, 'GET', `/api/applications/${crypto.randomUUID()}?q=${word}`);
    }
    const after = await samples(/./);
    expect(after.length - before, 'new series after 80 requests to random addresses').toBeLessThan(20);
    expect(
      words.filter((word) => listed(after).includes(word)),
      'what a stranger typed stands in a label',
    ).toEqual([]);
    const failures = (await samples(/request/i)).filter(({ labels }) =>
      Object.values(labels).some((value) => /^4(04|01|xx)$/i.test(value)),
    );
    expect(sum(failures), 'a status stands in a label').toBeGreaterThan(0);
  });

  test('Build requests: how long they took is a histogram or summary in seconds', async () => {
    const timed = (await families()).filter(
      ({ name, type }) => /request.*seconds/i.test(name) && /histogram|summary/.test(type),
    );
    expect(
      timed.map(({ name }) => name),
      'a histogram of the seconds of requests',
    ).not.toEqual([]);
  });

  test('Build chain head: the number of the newest event, as the database has it, before and after an act', async () => {
    const agrees = async () => {
      const [head] = await portal.sql('select sequence from audit_head');
      const values = (await samples(/(chain|audit)/i)).map(({ value }) => value);
      return values.includes(Number(head!.sequence));
    };
    await eventually(agrees, {
      within: 30_000,
      every: 1_000,
      what: 'a sample of the audit chain equal to the head of the database',
    });
    await receive(desks.receiver);
    await eventually(agrees, { within: 30_000, every: 1_000, what: 'the same after one more event' });
  });

  test('Build mails: a mail more is counted once it is sent', async () => {
    await expectGrowth(/mail|outbox/i, 1, async () => {
      // What the demo's outbox shows was sent; a wrong address would count as nothing.
      const { body, status } = await ask(portal, 'POST', '/api/sign-in', {
        body: { role: 'case_worker', email: 'case-worker@dikshant.example', password: 'Convocation@2025' },
      });
      expect(status, JSON.stringify(body)).toBe(200);
    });
  });

  test('Build jobs and renderers: a composed print run is counted by both', async () => {
    const like = { jobs: /job|queue/i, renderers: /render|typst|compos/i };
    const before = {
      jobs: listed(await samples(like.jobs)),
      renderers: listed(await samples(like.renderers)),
    };
    const run = await prepareRun(desks, 1);
    await composed(desks.printer, run.id);
    for (const part of ['jobs', 'renderers'] as const)
      await eventually(async () => listed(await samples(like[part])) !== before[part], {
        within: 30_000,
        every: 1_000,
        what: `the samples of ${part} after a run was composed`,
      });
  });

  test('Build disk: free or used bytes of the disk of the data are those that the machine has', async () => {
    const { bavail, blocks, bfree, bsize } = statfsSync(portal.directory, { bigint: false });
    const truth = [bavail * bsize, (blocks - bfree) * bsize, bfree * bsize];
    const found = await samples(/disk|filesystem|storage/i);
    const near = found.some(({ value }) =>
      truth.some((bytes) => Math.abs(value - bytes) <= 0.05 * bytes + 64 * 2 ** 20),
    );
    expect(near, `free ${truth[0]}, used ${truth[1]} bytes; it says:\n${listed(found)}`).toBe(true);
  });

  test('Build: nobody is named in it', async () => {
    const answer = await scrape(portal);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const people = await portal.sql(
      'select name, email from staff union all select candidate_name, registration_number from applications',
    );
    const told = people
      .flatMap((row) => Object.values(row) as string[])
      .filter((value) => value && value.length > 5 && text.includes(value));
    expect(told, 'personal data in /metrics').toEqual([]);
    expect(text).not.toContain('@');
  });
});

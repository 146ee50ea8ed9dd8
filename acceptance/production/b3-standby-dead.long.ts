import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/portal.ts';
import { newPaper, numbersIn, of, type Paper, receiveOne } from './b-clients.ts';
import { type Cluster, startCluster } from './b-cluster.ts';
import { runLine, type Said } from './b-command.ts';
import { freeCommits } from './b-promote.ts';

// The issue, done when 3: "A dead standby: commits wait, doctor and /readyz say so, the documented command frees them." Files are
// on a disk that the processes share, so that this needs no object store. The tests of this file build on each other.

let cluster: Cluster;
const paper: Paper = newPaper();
let waiting: Promise<unknown>;
let freed: Said;

beforeAll(async () => {
  cluster = await startCluster({ hosts: ['127.0.0.1', '127.0.0.2'] });
  await receiveOne(cluster.site, paper);
}, 600_000);
afterAll(() => cluster?.close());

const doctor = () =>
  runLine(
    'npm run doctor',
    { ...cluster.env, DATA_DIRECTORY: cluster.site.university.directory },
    { minutes: 2 },
  );

const readiness = async () => {
  const [one] = cluster.processes;
  const answer = await fetch(`http://${one!.host}:${one!.port}/readyz`);
  return { status: answer.status, text: await answer.text() };
};

describe('9.3 a dead standby', { timeout: 180_000 }, () => {
  test('9.3: while the standby lives, /readyz and doctor have nothing to say of it', async () => {
    expect((await readiness()).status).toBe(200);
    expect((await doctor()).text).not.toMatch(
      /standby (is )?(missing|dead|gone)|no standby|missing standby/i,
    );
  });

  test('9.3 "commits wait": no write is acknowledged that is on one disk alone', async () => {
    cluster.servers.kill(cluster.servers.standby);
    const before = of(paper, 'acknowledgement').length;
    waiting = receiveOne(cluster.site, paper).catch((error) => error);
    // Longer than a statement may take: the commit waits, whatever limits the portal has.
    await new Promise((resolve) => setTimeout(resolve, 9_000));
    expect(of(paper, 'acknowledgement').length, 'acknowledged without a standby').toBe(before);
  });

  test('9.3 "/readyz says so": in its body, while people can still read', async () => {
    const { text } = await eventually(
      async () => {
        const found = await readiness();
        return /standby/i.test(found.text) ? found : undefined;
      },
      { within: 20_000, every: 500, what: '/readyz that names the standby' },
    );
    expect(text).toMatch(/standby/i);
    const list = await cluster.site.office.auditor.get('/api/applications');
    expect(list.status, 'reading goes on').toBe(200);
  });

  test('9.3 "doctor says so": in words, with an exit code, and with the command that frees', async () => {
    const { text, code } = await doctor();
    expect(text).toMatch(/standby/i);
    expect(code, text).toBe(1);
    expect(text, 'what to do').toMatch(
      /synchronous_standby_names|npm run|docs\/(scaling|operations)|deploy\//,
    );
  });

  test('9.3 "the documented command frees them": what waited is done once, and new writes are acknowledged', async () => {
    freed = await freeCommits(cluster);
    expect(freed.code, freed.text).toBe(0);
    const began = Date.now();
    await eventually(() => receiveOne(cluster.site, paper).then(() => true), {
      within: 15_000,
      what: 'a write after the command',
    });
    console.log(`A write was acknowledged ${Date.now() - began} ms after commits were freed.`);
    await waiting;
    const { portal } = cluster.site.university;
    const numbers = await numbersIn(portal);
    for (const { number } of of(paper, 'acknowledgement')) expect(numbers.acknowledgement).toContain(number);
    const twice = await portal.sql(
      'select registration_number from applications group by 1 having count(*) > 1',
    );
    expect(twice, 'applications doubled by waiting').toEqual([]);
  });

  test("9.3: afterwards it is still said that there is no standby: 'on two disks' is not true", async () => {
    const { text } = await doctor();
    expect(text).toMatch(/standby/i);
  });
});

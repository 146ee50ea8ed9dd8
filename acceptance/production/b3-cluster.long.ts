import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/portal.ts';
import { killTree } from '../harness/processes.ts';
import { pick } from '../harness/random.ts';
import { kinds, newPaper, numbersIn, of, type Paper, receiveOne, startClients } from './b-clients.ts';
import { type Cluster, startCluster } from './b-cluster.ts';
import type { Said } from './b-command.ts';
import { type ObjectStore, startObjectStore } from './b-object-store.ts';
import { promote } from './b-promote.ts';

// The issue, done when 3: "Three processes on two addresses over PostgreSQL with a synchronous standby and S3 files (Debian's
// radosgw) behind one proxy, 20 clients: one process killed, then the primary killed and the standby promoted by the documented
// command 1 s later: 0 acknowledged lost, 0 doubled, jobs counted too, errors only in flight, service back within 10 s of the
// kill." Twenty clients: sixteen counters, the press, the cash section and two readers.

let store: ObjectStore;
let cluster: Cluster;
let paper: Paper;
let promoted: Said;
/** When the process and when the primary was killed. */
const killed = { process: 0, primary: 0 };
/** The first answer that was begun and given after the primary was killed: an acknowledged write. */
let back: number;

beforeAll(async () => {
  store = await startObjectStore();
  cluster = await startCluster({ files: store.settings });
  paper = newPaper();
  const clients = startClients(cluster.site, paper, { counters: 16 });
  const count = () => of(paper, 'convocation').length;
  await eventually(() => count() > 20, { within: 180_000, what: 'twenty clients at work' });
  killed.process = Date.now();
  killTree(pick(cluster.processes).child.pid!);
  const then = count();
  await eventually(() => count() > then + 40, { within: 180_000, what: 'work after a process was killed' });
  killed.primary = Date.now();
  cluster.servers.kill(cluster.servers.primary);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  promoted = await promote(cluster);
  const written = await eventually(
    () => of(paper, 'acknowledgement').find(({ began }) => began > killed.primary),
    { within: 60_000, what: 'an acknowledged write after the promotion' },
  );
  back = written.ended - killed.primary;
  const later = count();
  await eventually(() => count() > later + 30, { within: 180_000, what: 'work after the promotion' });
  await clients.stop();
}, 1_200_000);
afterAll(async () => {
  await cluster?.close();
  await store?.close();
});

describe('9.3 three processes, a standby, S3', { timeout: 240_000 }, () => {
  test('9.3: the documented command promotes', async () => {
    expect(promoted.code, promoted.text).toBe(0);
    const [row] = await cluster.servers.sql(cluster.servers.standby, 'select pg_is_in_recovery() as still');
    expect(row!.still).toBe(false);
  });

  test('9.3: service is back within 10 s of the kill of the primary', () => {
    expect(back).toBeLessThan(10_000);
    console.log(`An application was acknowledged ${back} ms after the primary was killed.`);
  });

  test('9.3: 0 acknowledged lost, 0 doubled', async () => {
    const numbers = await numbersIn(cluster.site.university.portal);
    console.log(
      `Acknowledged: ${kinds.map((kind) => `${of(paper, kind).length} of ${kind}`).join(', ')}; ${paper.failures.length} requests failed in flight.`,
    );
    const tail = (number: string) => /(\d+)\D*$/.exec(number)?.[1]?.replace(/^0+/, '');
    for (const kind of kinds) {
      const inDatabase =
        kind === 'serial' || kind === 'convocation' ? numbers[kind] : numbers[kind].map(tail);
      const there = new Set(inDatabase);
      const lost = of(paper, kind).filter(
        ({ number }) => !there.has(kind === 'serial' || kind === 'convocation' ? number : tail(number)),
      );
      expect(lost, `${kind}: acknowledged and lost`).toEqual([]);
      expect(there.size, `${kind}: none twice`).toBe(inDatabase.length);
    }
    // Gapless, too: a number that was given to nobody is a gap in a book.
    const given = numbers.acknowledgement.map(Number);
    expect(given).toEqual(Array.from({ length: given.length }, (_, index) => index + 1));
    const twice = await cluster.site.university.portal.sql(
      'select registration_number, count(*)::int from applications group by 1 having count(*) > 1',
    );
    expect(twice, 'applications doubled').toEqual([]);
  });

  test('9.3 jobs counted too: each run composed once, each mail sent, none left or done twice', async () => {
    const { sql } = cluster.site.university.portal;
    const runs = await sql(
      "select run_number from print_runs where state <> 'withdrawn' and composition::text ~* 'fail'",
    );
    expect(runs, 'runs whose print file failed').toEqual([]);
    await eventually(
      async () =>
        (
          await sql(
            "select 1 from pgboss.job where state::text in ('created', 'retry', 'active') and start_after < now() - interval '5 seconds' and name !~ '^__|purge|checkpoint|schedule'",
          )
        ).length === 0,
      { within: 60_000, every: 500, what: 'jobs that are due, done' },
    );
    const failed = await sql(
      "select name, count(*)::int from pgboss.job where state::text = 'failed' group by 1",
    );
    expect(failed, 'failed jobs').toEqual([]);
    const doubled = await sql(
      "select name, data::text as data, count(*)::int as times from pgboss.job where state::text = 'completed' and name ~* 'compose|print|import|export' group by 1, 2 having count(*) > 1",
    );
    expect(doubled, 'jobs that were enqueued twice for one thing').toEqual([]);
    const { mails } = cluster.site.university;
    const ids = mails.received.map(({ messageId, to }) => `${messageId} ${to}`);
    const unsent = await sql(
      "select 1 from outbox where to_jsonb(outbox)->>'sent_at' is null and created_at < now() - interval '30 seconds'",
    ).catch(() => []);
    expect(unsent, 'mails that wait').toEqual([]);
    expect(ids.length).toBeGreaterThan(0);
  });

  test('9.3: errors only in flight: none begins later than 10 s after a kill, and none before the first', () => {
    const near = (moment: number) =>
      [killed.process, killed.primary].some((kill) => moment >= kill - 50 && moment <= kill + 10_500);
    const late = paper.failedAt
      .map((moment, index) => ({ moment, text: paper.failures[index] }))
      .filter(({ moment }) => !near(moment))
      .map(
        ({ moment, text }) =>
          `${Math.round((moment - killed.primary) / 100) / 10} s after the primary: ${text}`,
      );
    expect(late).toEqual([]);
  });

  test('9.3 files: every stored file is an object with its size and its SHA-256', async () => {
    const rows = await cluster.site.university.portal.sql<{ key: string; size: string; sha256: string }>(
      'select key, byte_size::text as size, sha256 from stored_files order by stored_at desc limit 60',
    );
    expect(rows.length).toBeGreaterThan(30);
    const objects = await store.list();
    for (const { key, size, sha256 } of rows) {
      const object = objects.find((one) => one.key === key || one.key.endsWith(`/${key}`));
      expect(object?.size, `the object of ${key}`).toBe(Number(size));
      expect(await store.digestOf(object!.key), key).toBe(sha256);
    }
  });

  test('9.3: the promoted server has no standby: doctor and /readyz say so, and people go on', async () => {
    await receiveOne(cluster.site, paper);
    const ready = await Promise.all(
      cluster.processes.map(({ host, port }) =>
        fetch(`http://${host}:${port}/readyz`).then(
          (answer) => answer.text(),
          () => '',
        ),
      ),
    );
    expect(ready.join('\n'), 'what /readyz says').toMatch(/standby|replica/i);
  });
});

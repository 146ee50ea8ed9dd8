import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { digits, letters } from '../harness/random.ts';
import { newPaper, type Paper, receiveOne } from './b-clients.ts';
import { type Cluster, startCluster } from './b-cluster.ts';

// The issue: "Lists and dashboards may read from a replica by setting; after a write or a change event, that person's or screen's
// reads go to the primary until the replica has replayed its position." The replica is held back by pg_wal_replay_pause().

let cluster: Cluster;
const paper: Paper = newPaper();

beforeAll(async () => {
  cluster = await startCluster({ hosts: ['127.0.0.1'], isReplicaRead: true });
  await receiveOne(cluster.site, paper);
}, 600_000);
afterAll(() => cluster?.close());

const onReplica = (text: string) => cluster.servers.sql(cluster.servers.standby, text);

/** Pages of rows that the replica has given out so far. */
async function readsOnReplica(): Promise<number> {
  const [row] = await onReplica(
    "select tup_returned::text as rows from pg_stat_database where datname = 'postgres'",
  );
  return Number(row!.rows);
}

const rowsOf = async (person: Person, path: string): Promise<Json[]> => {
  const answer = await person.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.rows;
};

describe('9 reading from a replica', { timeout: 240_000 }, () => {
  test('9 replica: lists of somebody who wrote nothing are read there', async () => {
    await eventually(
      async () => (await onReplica("select 1 from pg_stat_activity where usename = 'dikshant'")).length > 0,
      {
        within: 30_000,
        what: 'a connection of the portal to the replica',
      },
    );
    const before = await readsOnReplica();
    for (let count = 0; count < 40; count += 1) {
      await rowsOf(cluster.site.office.auditor, '/api/applications');
      await rowsOf(cluster.site.office.auditor, '/api/certificates');
      // Counted from tables that no replica shows; the other reads stay there.
      expect((await cluster.site.office.auditor.get('/api/applications/count')).status).toBe(200);
    }
    await eventually(async () => (await readsOnReplica()) > before + 40, {
      within: 15_000,
      what: 'rows given out by the replica',
    });
  });

  test('9 replica behind: who wrote sees the write at once, in the list and in its count', async () => {
    await onReplica('select pg_wal_replay_pause()');
    try {
      const { admin } = cluster.site.office;
      for (let round = 0; round < 10; round += 1) {
        const code = `${letters(4)}${digits(4)}`.toUpperCase();
        await admin.act('POST', '/api/colleges', {
          name: `College ${code}`,
          code,
          contactNumber: `98${digits(8)}`,
          address: '12, Temple Road',
          convocationFee: 700,
        });
        const rows = await rowsOf(admin, `/api/colleges?search=${code}`);
        expect(
          rows.map((row) => row.code),
          `the college of round ${round}`,
        ).toContain(code);
        const application = await receiveOne(cluster.site, paper);
        const own = await rowsOf(
          cluster.site.office.receiver,
          `/api/applications?search=${application.registrationNumber}`,
        );
        expect(own.length, `the application of round ${round}`).toBe(1);
      }
    } finally {
      await onReplica('select pg_wal_replay_resume()');
    }
  });

  test('9 replica behind: a screen that was told of a change reads the change, whoever made it', async () => {
    const { auditor } = cluster.site.office;
    await onReplica('select pg_wal_replay_pause()');
    const stop = new AbortController();
    try {
      const events = await fetch(`${cluster.site.university.portal.url}/api/changes`, {
        headers: { cookie: auditor.cookie },
        signal: stop.signal,
      });
      expect(events.status, 'the stream of changes').toBe(200);
      const reader = events.body!.getReader();
      let heard = '';
      const application = await receiveOne(cluster.site, paper);
      await eventually(
        async () => {
          const { value } = await reader.read();
          heard += new TextDecoder().decode(value);
          return /appl/i.test(heard);
        },
        { within: 20_000, every: 10, what: 'an event of the new application' },
      );
      const rows = await rowsOf(auditor, `/api/applications?search=${application.registrationNumber}`);
      expect(rows.length, `after the event: ${heard.slice(-300)}`).toBe(1);
    } finally {
      stop.abort();
      await onReplica('select pg_wal_replay_resume()');
    }
  });

  test('9 replica caught up: the same people read there again', async () => {
    await eventually(
      async () =>
        (await onReplica('select pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() as same'))[0]!.same,
      { within: 30_000, what: 'the replica, caught up' },
    );
    const before = await readsOnReplica();
    await eventually(
      async () => {
        await rowsOf(cluster.site.office.admin, '/api/applications');
        return (await readsOnReplica()) > before + 20;
      },
      { within: 60_000, every: 200, what: 'reads of the writer on the replica' },
    );
  });

  test('9 replica gone: lists go to the primary, nobody sees an error for longer than a moment', async () => {
    // Its commits would wait as well: this is about reading.
    await cluster.servers.sql(cluster.servers.primary, "alter system set synchronous_standby_names = ''");
    await cluster.servers.sql(cluster.servers.primary, 'select pg_reload_conf()');
    cluster.servers.kill(cluster.servers.standby);
    await eventually(
      async () => (await cluster.site.office.auditor.get('/api/applications')).status === 200,
      {
        within: 10_000,
        what: 'a list without the replica',
      },
    );
    for (let count = 0; count < 20; count += 1)
      expect((await cluster.site.office.auditor.get('/api/applications')).status).toBe(200);
  });
});

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { emptyUniversity, once, type University } from '../set-up/a-university.ts';
import { expectNamed, grewOrFell, type Look, look, soundSettings } from './a-faults.ts';
import { type Servers, startServers } from './a-servers.ts';
import { setting } from './a-settings.ts';

// Done when 4: "Metrics and doctor name each of fourteen injected faults (… replica behind, standby missing …)." Done when 3: "A dead
// standby: commits wait, doctor and /readyz say so". PostgreSQL 15 with a synchronous standby from which lists are read.
// An external server is backed up by its own means (DESIGN.md section 11): nothing of backups is asked here.

let servers: Servers;
let university: University;
let sound: Look;

beforeEach(
  once(async () => {
    servers = await startServers();
    university = await emptyUniversity({
      ...soundSettings(),
      ...servers.settings,
      // Build: "Lists and dashboards may read from a replica by setting".
      [setting('the replica to read from', /REPLICA|READ_?(ONLY)?_?(DATABASE|URL)|STANDBY/, /URL|REPLICA/)]:
        servers.standbyUrl,
    });
    sound = await look(university);
  }),
  300_000,
);
afterAll(async () => {
  await servers?.sql("alter system set synchronous_standby_names = ''").catch(() => {});
  await servers?.sql('select pg_reload_conf()').catch(() => {});
  await university?.remove();
  servers?.remove();
});

describe('4 faults of the standby', () => {
  test('4: with its standby in step nothing of standby or replica is complained of', () => {
    expect(sound.doctor.code, sound.doctor.text).toBe(0);
    expect(sound.failure, 'metrics').toBeUndefined();
  });

  test('4: a replica that is behind is named', async () => {
    await servers.sql('select pg_wal_replay_pause()', 'standby');
    try {
      // 60 MB that it has and does not show, and minutes that do not come back.
      const table = `public.noise_${letters(6)}`;
      await servers.sql(`create table ${table} as select generate_series(1, 800000) as n`);
      await servers.sql(`drop table ${table}`);
      const [lag] = await servers.sql(
        'select pg_wal_lsn_diff(sent_lsn, replay_lsn)::float8 as bytes from pg_stat_replication',
      );
      expect(lag?.bytes, 'the test made it lag').toBeGreaterThan(10_000_000);
      await expectNamed(university, sound, {
        what: 'replica behind',
        doctor: /(replica|standby).*(behind|lag|late)|(behind|lag|late).*(replica|standby)/i,
        metric: /replica|standby|replay|replication/i,
        shows: ({ key, value }, before) =>
          /lag|behind|delay|seconds|bytes/i.test(key) && value > (before ?? 0) && value >= 5,
        within: 180_000,
      });
    } finally {
      await servers.sql('select pg_wal_replay_resume()', 'standby');
    }
    await eventually(async () => (await look(university)).doctor.code === 0, {
      within: 120_000,
      every: 3_000,
      what: 'doctor ends with 0 once it has caught up',
    });
  }, 600_000);

  test('4: a standby that is missing is named; 3: commits wait, and doctor and /readyz say so', async () => {
    servers.stopStandby();
    let isOver = false;
    const waiting = servers
      .sql(`create table public.waits_${letters(6)} (n int)`)
      .catch(() => [])
      .finally(() => {
        isOver = true;
      });
    try {
      await expectNamed(university, sound, {
        what: 'standby missing',
        doctor: /standby|synchronous/i,
        metric: /standby|replica|synchronous|replication/i,
        // How many there are fell, or how many are missing grew.
        shows: (sample, before) =>
          /missing|lost|absent/i.test(sample.key)
            ? grewOrFell(sample, before)
            : before !== undefined && before >= 1 && sample.value === 0,
        within: 120_000,
      });
      expect(isOver, 'a commit waits for the standby').toBe(false);
      await eventually(
        async () => {
          const { status, body, text } = await ask(university.portal, 'GET', '/readyz');
          if (!/standby|replica|synchronous/i.test(text)) throw new Error(`/readyz says ${status} ${text}`);
          const [name] = Object.keys(body.checks ?? body).filter((key) =>
            /standby|replica|synchronous/i.test(key),
          );
          return name !== undefined && (body.checks ?? body)[name] !== true;
        },
        { within: 60_000, every: 1_000, what: '/readyz names the standby' },
      );
      expect((await ask(university.portal, 'GET', '/healthz')).status).toBe(200);
    } finally {
      servers.startStandby();
      await waiting;
    }
    await eventually(async () => (await look(university)).doctor.code === 0, {
      within: 120_000,
      every: 3_000,
      what: 'doctor ends with 0 once it is back',
    });
  }, 600_000);
});

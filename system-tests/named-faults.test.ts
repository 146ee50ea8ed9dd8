import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadFile } from '#dev/testing/factories.ts';
import { callerOf } from '#dev/testing/open-portal.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { MailServer } from '#platform/server/mail/mail-server.testing.ts';
import { type DemoPortal, startDemoPortal } from './harness/demo-portal.ts';
import { runScript } from './harness/examine.ts';
import { describeWith } from './harness/needs.ts';

const token = 'a-token-of-the-monitor';
let mails = new MailServer();
let portal: DemoPortal;

beforeAll(async () => {
  await mails.start();
  portal = await startDemoPortal({
    env: { METRICS_TOKEN: token, SMTP_URL: mails.url, MAIL_FROM: 'office@university.example' },
  });
});
afterAll(async () => {
  await portal?.close();
  await mails.stop();
});

/** Past triggers, as whoever has the superuser's password. */
const sql = (...statements: string[]) =>
  withClient(portal.ownerUrl(), 'backup', async (client) => {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  });
const scrape = async () => {
  const answer = await fetch(`${portal.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return answer.text();
};
const problemsInMetrics = async () =>
  [...(await scrape()).matchAll(/^dikshant_problem\{check="(\w+)"\} 1$/gm)].map(([, check]) => check!);

/** What the night would find is found now. */
const lookOver = () => sql("insert into pgboss.job (name, data) values ('look-over', '{}')");

type Fault = { check: string; words: RegExp; inject(): Promise<unknown>; repair(): Promise<unknown> };

const folderOf = (...names: string[]) => path.join(portal.directory, ...names);
let removed: string;

const faults: Fault[] = [
  {
    check: 'jobs',
    words: /nightly-purge is stuck/,
    inject: () =>
      sql(`insert into pgboss.job (name, data, state, started_on, expire_seconds)
           values ('nightly-purge', '{}', 'active', now() - interval '2 days', 500000)`),
    repair: () => sql("delete from pgboss.job where started_on < now() - interval '1 day'"),
  },
  {
    check: 'migrations',
    words: /older than this release: 0002-/,
    inject: () =>
      sql(
        "create table away as select * from migrations where name like '0002-%'",
        "delete from migrations where name like '0002-%'",
      ),
    repair: () => sql('insert into migrations select * from away', 'drop table away'),
  },
  {
    check: 'archive',
    words: /cannot archive its log/,
    inject: async () => {
      renameSync(folderOf('backups', 'archive'), folderOf('away'));
      // A file where the folder was: nobody can write there, root neither.
      writeFileSync(folderOf('backups', 'archive'), '');
      await sql('create table noise as select generate_series(1, 1000) as n', 'select pg_switch_wal()');
    },
    repair: async () => {
      rmSync(folderOf('backups', 'archive'));
      renameSync(folderOf('away'), folderOf('backups', 'archive'));
      await sql('drop table noise');
    },
  },
  {
    check: 'files',
    words: /The file uploads\/.* is missing/,
    inject: async () => {
      const receiver = callerOf(portal.url, await portal.signIn('receiver', 'receiver'));
      expect((await uploadFile(receiver, 'photo')).status).toBe(200);
      const names = readdirSync(folderOf('files'), { recursive: true, encoding: 'utf8' });
      const upload = names.find((name) => /^uploads\/.+\/.+/.test(name) && !name.endsWith('/'))!;
      removed = folderOf('files', upload);
      renameSync(removed, folderOf('removed'));
      await lookOver();
    },
    repair: async () => {
      renameSync(folderOf('removed'), removed);
      await lookOver();
    },
  },
  {
    check: 'chain',
    words: /The audit chain does not hold: event 2 was altered/,
    inject: async () => {
      await sql("update audit_events set record_label = record_label || 'x' where sequence = 2");
      await lookOver();
    },
    repair: async () => {
      await sql('update audit_events set record_label = left(record_label, -1) where sequence = 2');
      await lookOver();
    },
  },
  {
    check: 'mail',
    words: /mail server of SMTP_URL does not take the portal/,
    inject: async () => {
      await mails.stop();
      await sql(
        "insert into outbox (id, recipient, subject, body) values (gen_random_uuid(), 'a@b.example', 'x', 'x')",
      );
    },
    repair: async () => {
      const port = Number(new URL(mails.url).port);
      mails = new MailServer();
      await mails.start(port);
    },
  },
];

test('doctor and the metrics name each of six faults, and none once it is repaired', async () => {
  const names = faults.map(({ check }) => check);
  const sound = () => runScript(portal, 'doctor', ...names);
  expect(await sound()).toEqual([]);
  for (const { inject } of faults) await inject();
  for (const { check, words } of faults)
    await expect
      .poll(async () => (await runScript(portal, 'doctor', check)).join(), {
        timeout: 60_000,
        interval: 2_000,
      })
      .toMatch(words);
  await expect
    .poll(problemsInMetrics, { timeout: 180_000, interval: 2_000 })
    .toEqual(expect.arrayContaining(names));
  for (const { repair } of faults) await repair();
  await expect.poll(sound, { timeout: 180_000, interval: 2_000 }).toEqual([]);
  const left = async () => (await problemsInMetrics()).filter((check) => names.includes(check));
  await expect.poll(left, { timeout: 180_000, interval: 2_000 }).toEqual([]);
  // A demo is one, and this one has no backup.
  expect(await problemsInMetrics()).toEqual(expect.arrayContaining(['backup', 'demo']));
});

test('the metrics tell of every part, and name nobody', async () => {
  const text = await scrape();
  const parts = [
    'requests_total',
    'request_duration_seconds',
    'pool_connections',
    'jobs',
    'mails_waiting',
    'renderers',
  ];
  for (const part of [...parts, 'audit_chain_head', 'checkpoints', 'disk_free_bytes', 'archived_segments'])
    expect(text).toMatch(new RegExp(`^# TYPE dikshant_${part} `, 'm'));
  expect(text).not.toContain('@');
});

describeWith(['promtool'], 'the metrics', () => {
  test('are without fault for promtool', async () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await scrape(),
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });
});

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { checks } from '#app/server/features.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { readSettings } from '#platform/server/settings.ts';
import { type Check, type Installation, ok, problem, runCheck } from './check.ts';
import { databaseCheck } from './check-database.ts';
import { clockCheck, diskCheck, publicUrlCheck, settingsCheck } from './check-machine.ts';
import { backupCheck, jobsCheck, mailCheck, poolCheck } from './check-work.ts';
import { ownInstallation } from './installation.ts';
import { nightlyCheckJob, oneAtATime } from './monitoring.ts';

const token = 'a-token-of-the-monitor';
const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-checks-'));
const servers: Server[] = [];

const portal = await filePortal({ env: { METRICS_TOKEN: token } });
const installation = { ...ownInstallation(portal.services), measure: () => {} };
afterAll(async () => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const settingsWith = (env: Record<string, string>) =>
  readSettings({ DEMO: 'true', DATA_DIRECTORY: folder, ...env });
const said = async (check: Check, changed: Partial<Installation> = {}) =>
  (await runCheck(check, { ...installation, ...changed })).findings;
const checkOf = (run: Check['run']): Check => ({ name: 'example', run: run });

/** Takes connections and never says a word. */
async function silentServer(): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

test('the document has a row for each check', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(\w+)` \| whether /gm);
  expect([...rows].map(([, name]) => name)).toEqual(checks.map(({ name }) => name));
});

describe('a check', () => {
  test('that hangs ends in words', async () => {
    const hanging = checkOf(async function* () {
      yield ok('Began.');
      await new Promise(() => {});
    });
    const { problems, findings } = await runCheck(hanging, installation, 50);
    expect(problems).toBe(1);
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'Began.',
      "The check 'example' could not be made: no answer within 0.05 seconds.",
    ]);
  });

  test('that hangs is not begun again beside itself, and again once it has ended', async () => {
    let begun = 0;
    let end = () => {};
    const hanging = oneAtATime(
      checkOf(async function* () {
        begun += 1;
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        yield ok('Answered.');
      }),
    );
    const sentenceOf = async () => (await runCheck(hanging, installation, 50)).findings[0]!.sentence;
    expect(await sentenceOf()).toContain('no answer within');
    expect(await sentenceOf()).toContain('the one before it has not ended');
    expect(begun).toBe(1);
    end();
    await vi.waitUntil(async () => (await sentenceOf()).includes('no answer within'));
    expect(begun).toBe(2);
  });

  test('that finds a thousand problems names fifty and says how many more', async () => {
    const many = checkOf(async function* () {
      for (let number = 1; number <= 1_000; number += 1) yield problem(`Problem ${number}.`);
    });
    const { problems, findings } = await runCheck(many, installation);
    expect(problems).toBe(1_000);
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)!.sentence).toBe('And 950 more of the kind.');
  });

  test('tells no secret that an error repeats', async () => {
    const settings = settingsWith({
      SMTP_URL: 'smtp://office:pass%2Fword@mail.example',
      SECRET: 's'.repeat(40),
    });
    const leaking = checkOf(async function* () {
      yield ok('');
      throw new Error(`smtp://office:pass%2Fword@mail.example and pass/word and ${'s'.repeat(40)}`);
    });
    const { findings } = await runCheck(leaking, { ...installation, settings });
    expect(JSON.stringify(findings)).not.toMatch(/pass.{1,3}word|sss/);
  });
});

describe('faults are named', () => {
  test('every fault of the settings', async () => {
    const faults = ['SECRET: at least 32 characters', 'MAIL_FROM: needed'];
    expect(await said(settingsCheck, { faults })).toEqual(
      faults.map((one) => problem(`The setting ${one}.`)),
    );
  });

  test('a setting of an earlier release, which has no effect', async () => {
    const settings = settingsWith({ DATABASE_REPLICA_URL: 'postgres://dikshant:hidden@standby/portal' });
    expect(await said(settingsCheck, { settings })).toEqual([
      ok('The setting DATABASE_REPLICA_URL is ignored. It can be removed.'),
      ok('The settings are complete.'),
    ]);
  });

  test('a folder that is not there or cannot be used', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const settings = settingsWith({ DATA_DIRECTORY: path.join(file, 'data') });
    expect(await said(diskCheck, { settings })).toContainEqual({
      isProblem: true,
      sentence: expect.stringContaining('cannot be used on its disk: ENOTDIR'),
    });
  });

  longTest('a database and a mail server that take connections and never answer', async () => {
    const port = await silentServer();
    const databaseUrl = `postgres://dikshant:hidden@127.0.0.1:${port}/postgres`;
    const [[database], mail] = await Promise.all([
      said(databaseCheck, { databaseUrl }),
      said(mailCheck, { settings: settingsWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }) }),
    ]);
    expect(database).toMatchObject({ isProblem: true, sentence: expect.stringContaining('does not answer') });
    expect(mail).toContainEqual({
      isProblem: true,
      sentence: expect.stringMatching(/mail server of SMTP_URL does not take the portal: .*greeting/i),
    });
  });

  test('a clock that no service sets', async () => {
    for (const [name, text, fault] of [
      ['timedatectl', 'no', "timedatectl says 'NTPSynchronized=no'"],
      ['timedatectl', 'yes', null],
      ['chronyc', 'Leap status     : Not synchronised', "chronyc says 'Not synchronised'"],
      [
        'chronyc',
        'System time     : 12.5 seconds slow of NTP time\nLeap status     : Normal',
        '12.5 seconds off',
      ],
      ['chronyc', 'System time     : 0.01 seconds slow of NTP time\nLeap status     : Normal', null],
    ] as const) {
      const tools = mkdtempSync(path.join(folder, 'tools-'));
      writeFileSync(path.join(tools, name), `#!/bin/sh\necho "${text}"\n`);
      chmodSync(path.join(tools, name), 0o755);
      vi.stubEnv('PATH', tools);
      const problems = (await said(clockCheck)).filter(({ isProblem }) => isProblem);
      vi.unstubAllEnvs();
      expect(problems.map(({ sentence }) => sentence)).toEqual(fault ? [expect.stringContaining(fault)] : []);
    }
  });

  test('a PUBLIC_URL at which another portal answers, something else, or nobody', async () => {
    let body = JSON.stringify({ status: 'alive', installation: 'another' });
    const other = createHttpServer((_request, response) =>
      response.setHeader('connection', 'close').end(body),
    ).listen(0, '127.0.0.1');
    servers.push(other);
    await new Promise((resolve) => other.once('listening', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const at = async (publicUrl: string) =>
      (await said(publicUrlCheck, { settings: { ...installation.settings, publicUrl } }))[0]!.sentence;
    expect(await at(url)).toContain('another portal answers there');
    body = '<title>Elsewhere</title>';
    expect(await at(url)).toContain('something else answers there, with 200');
    other.close();
    expect(await at(url)).toContain('ECONNREFUSED');
    expect(await at(portal.url)).toBe(`PUBLIC_URL ${portal.url} leads to this portal.`);
  });

  longTest('a pool whose callers wait for longer than a moment', async () => {
    const full = { kind: 'query', busy: 10, idle: 0, waiting: 7, most: 10 };
    const free = { ...full, waiting: 0 };
    const seen = (...uses: (typeof full)[]) =>
      said(poolCheck, { portal: async () => ({ pools: [uses.length > 1 ? uses.shift()! : uses[0]!] }) });
    expect(await seen(full)).toEqual([
      { isProblem: true, sentence: expect.stringContaining('all 10 are in use and 7 callers wait') },
    ]);
    expect(await seen(full, free)).toEqual([ok('The pools of connections have room.')]);
  });

  test('a backup that is old; of many only the newest that can be read is read', async () => {
    const backupDirectory = path.join(folder, 'backups');
    const ended = (hours: number) => ({ endedAt: new Date(Date.now() - hours * 3_600_000).toISOString() });
    const unread = vi.spyOn(console, 'error').mockImplementation(() => {});
    const seen = () => said(backupCheck, { settings: settingsWith({ BACKUP_DIRECTORY: backupDirectory }) });
    const write = (name: string, manifest: string) => {
      mkdirSync(path.join(backupDirectory, 'base', name), { recursive: true });
      writeFileSync(path.join(backupDirectory, 'base', name, 'manifest.json'), manifest);
    };
    expect(await seen()).toEqual([problem(expect.stringContaining('There is no backup'))]);
    write('2026-01-01', '{');
    write('2026-01-02', JSON.stringify(ended(40)));
    expect(await seen()).toEqual([problem(expect.stringContaining('is 40 hours old'))]);
    expect(unread).not.toHaveBeenCalled();
    write('2026-01-03', '{');
    write('unfinished-2026-01-04', JSON.stringify(ended(1)));
    expect(await seen()).toEqual([problem(expect.stringContaining('is 40 hours old'))]);
    expect(unread).toHaveBeenCalledOnce();
  });

  test('a job that nobody takes', async () => {
    const queue = 'nightly-purge';
    await portal.services.jobs.send(queue, {}, { startAfter: new Date(Date.now() - 3_600_000) });
    expect(await said(jobsCheck)).toEqual([
      { isProblem: true, sentence: expect.stringMatching(/nightly-purge has been waiting for 60 minutes/) },
    ]);
  });
});

test('the nightly look over says what it found, and keeps it', async () => {
  const found = await nightlyCheckJob(checks).handle(portal.services, {}, { isLast: true });
  expect(found).toMatchObject({
    looks: [
      { check: 'files', problems: 0 },
      { check: 'chain', problems: 0, findings: [ok('The audit chain has no event yet.')] },
    ],
  });
});

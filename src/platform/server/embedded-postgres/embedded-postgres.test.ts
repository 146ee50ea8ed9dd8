import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { DatabaseDirectoryInUseError } from './directory-claim.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunningProcess } from './process-table.ts';
import { type Starter, startInOtherProcess } from './starter-process.testing.ts';

const root = mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'));
const running: (EmbeddedPostgres | Starter)[] = [];
let directories = 0;

function newDirectory(): string {
  directories += 1;
  return path.join(root, String(directories));
}

async function start(directory: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory });
  running.push(server);
  return server;
}

async function startElsewhere(directory: string): Promise<Starter> {
  const starter = await startInOtherProcess({ directory });
  running.push(starter);
  return starter;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  vi.unstubAllEnvs();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the embedded server', () => {
  test('keeps its rows over a restart, sorts alike everywhere, listens on loopback only and lets nobody in without the password', async () => {
    const directory = newDirectory();
    const first = await start(directory);
    await query(first.superuserUrl, `create table kept as select 'Asha' as name`);
    await first.stop();
    expect(findRunningProcess(first.pid)).toBeUndefined();

    const second = await start(directory);
    expect(await query(second.superuserUrl, 'select name from kept')).toEqual([{ name: 'Asha' }]);
    const [settings] = await query(
      second.superuserUrl,
      `select current_setting('fsync') fsync, current_setting('listen_addresses') addresses,
        current_setting('unix_socket_directories') sockets, datlocale locale, version()
      from pg_database where datname = 'postgres'`,
    );
    expect(settings).toMatchObject({ fsync: 'on', addresses: '127.0.0.1', sockets: '', locale: 'C.UTF-8' });
    expect(settings?.version).toMatch(/^PostgreSQL 18/);

    // It lets nobody in without the password, and no other account read it.
    const wrong = new URL(second.superuserUrl);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(path.join(directory, 'password')).mode & 0o077).toBe(0);
    expect(statSync(path.join(directory, 'pgdata')).mode & 0o077).toBe(0);
  });

  longTest('takes settings, and says what the server said when one is wrong', async () => {
    const directory = newDirectory();
    await expect(startEmbeddedPostgres({ directory, settings: { work_mem: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "work_mem": "plenty"/,
    );
    const server = await startEmbeddedPostgres({ directory, settings: { work_mem: '7MB' } });
    running.push(server);
    expect(await query(server.superuserUrl, 'show work_mem')).toEqual([{ work_mem: '7MB' }]);
  });

  longTest('loses no committed row to kill -9 of the server', async () => {
    const directory = newDirectory();
    const first = await start(directory);
    await query(first.superuserUrl, 'create table kept as select generate_series(1, 1000) as number');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });

    const second = await start(directory);
    expect(await query(second.superuserUrl, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
  });

  longTest('ends when the process that started it is killed, and starts again', async () => {
    const directory = newDirectory();
    const starter = await startElsewhere(directory);
    await query(starter.superuserUrl, `create table kept as select 'Asha' as name`);
    await starter.kill();
    await expect.poll(() => findRunningProcess(starter.serverPid), { timeout: 15_000 }).toBeUndefined();

    const second = await start(directory);
    expect(await query(second.superuserUrl, 'select name from kept')).toEqual([{ name: 'Asha' }]);
  });

  longTest('starts again at once after its starter was killed while a session keeps it busy', async () => {
    const directory = newDirectory();
    const starter = await startElsewhere(directory);
    const session = new Client({ connectionString: starter.superuserUrl });
    session.on('error', () => {});
    await session.connect();
    await session.query('begin; create table lost (number int)');
    await starter.kill();

    const second = await start(directory);
    expect(await query(second.superuserUrl, `select to_regclass('lost') as found`)).toEqual([
      { found: null },
    ]);
  });

  longTest('starts again beside a leftover server that does not end when asked', async () => {
    const directory = newDirectory();
    await (await start(directory)).stop();
    const dataDirectory = path.join(directory, 'pgdata');
    // As a server in recovery may: it goes on after SIGINT and ends at SIGQUIT.
    const stubborn = `process.on('SIGINT', () => {}); setInterval(() => {}, 1000); console.log('ready')`;
    const leftover = spawn(process.execPath, ['--eval', stubborn, '--', '-D', dataDirectory, '-p', '1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(leftover.stdout, 'data');
    const ended = once(leftover, 'exit');
    writeFileSync(path.join(dataDirectory, 'postmaster.pid'), `${leftover.pid}\n`, { mode: 0o600 });

    const server = await start(directory);
    expect(await ended).toEqual([null, 'SIGQUIT']);
    expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  longTest.runIf(process.platform === 'linux')(
    'starts again after kill -9 left a paused backend',
    async () => {
      const directory = newDirectory();
      const starter = await startElsewhere(directory);
      const session = new Client({ connectionString: starter.superuserUrl });
      session.on('error', () => {});
      await session.connect();
      const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]!.pid, 'SIGSTOP');
      process.kill(starter.serverPid, 'SIGKILL');
      await starter.kill();

      const second = await start(directory);
      expect(await query(second.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );

  longTest('starts on a copy of a directory whose original is in use', async () => {
    const [directory, copy] = [newDirectory(), newDirectory()];
    await (await start(directory)).stop();
    const first = await startElsewhere(directory);
    cpSync(directory, copy, { recursive: true });

    const server = await start(copy);
    expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await query(first.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  longTest('refuses a second starter by naming the first, and serves on', async () => {
    const directory = newDirectory();
    const first = await startElsewhere(directory);
    const failure = await startEmbeddedPostgres({ directory }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseDirectoryInUseError);
    expect(failure).toMatchObject({
      pid: first.pid,
      message: expect.stringContaining(`process ${first.pid}`),
    });
    expect(await query(first.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  longTest('lets exactly one of several simultaneous starters in', async () => {
    const directory = newDirectory();
    const attempts = await Promise.allSettled([start(directory), start(directory), start(directory)]);
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
  });

  longTest('is not held up by what a dead process left behind', async () => {
    const directory = newDirectory();
    await (await start(directory)).stop();
    // The numbers of a living process that is neither a starter nor a PostgreSQL: this one.
    writeFileSync(
      path.join(directory, 'owner.json'),
      JSON.stringify({ pid: process.pid, startedAt: 'earlier' }),
    );
    writeFileSync(path.join(directory, 'pgdata/postmaster.pid'), `${process.pid}\n`, { mode: 0o600 });
    mkdirSync(path.join(directory, 'unfinished-start'));

    const server = await start(directory);
    expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('started by root', () => {
  /** A directory of programs that fail, before the real ones in the search path. */
  function forbid(...programs: string[]): void {
    const directory = newDirectory();
    mkdirSync(directory);
    for (const program of programs) {
      writeFileSync(path.join(directory, program), '#!/bin/sh\nexit 1\n');
      chmodSync(path.join(directory, program), 0o755);
    }
    vi.stubEnv('PATH', `${directory}:${process.env.PATH}`);
  }

  test('runs without user namespaces, below a directory closed to others, and changes back', async () => {
    chmodSync(root, 0o700);
    const directory = newDirectory();
    forbid('unshare');
    const first = await start(directory);
    await query(first.superuserUrl, `create table kept as select 'Asha' as name`);
    expect(statSync(path.join(directory, 'pgdata')).uid).not.toBe(0);
    await first.stop();

    vi.unstubAllEnvs();
    const second = await start(directory);
    expect(await query(second.superuserUrl, 'select name from kept')).toEqual([{ name: 'Asha' }]);
    expect(statSync(path.join(directory, 'pgdata')).uid).toBe(0);
  });

  longTest('runs in an open directory where neither unshare nor setpriv works', async () => {
    chmodSync(root, 0o755);
    const directory = newDirectory();
    forbid('unshare', 'setpriv');
    const server = await start(directory);
    expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  longTest('leaves a directory alone that a server out of sight holds', async () => {
    const directory = newDirectory();
    const pgdata = path.join(directory, 'pgdata');
    await (await start(directory)).stop();
    // Of a server in another container only the lock can be seen.
    const unseen = spawn('flock', [pgdata, 'sh', '-c', 'echo locked; exec cat'], { stdio: 'pipe' });
    await once(unseen.stdout, 'data');
    await expect(start(directory)).rejects.toThrow('in use by a process out of sight');

    unseen.stdin.end();
    await once(unseen, 'exit');
    await start(directory);
  });

  longTest('takes nothing away from the user whose directory it is', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    chownSync(directory, 12_345, 12_345);
    await expect(start(directory)).rejects.toThrow('belongs to the user with number 12345');
    expect(readdirSync(directory)).toEqual([]);
  });

  longTest.each([
    { whose: 'with an account', user: { uid: 65_534, gid: 65_534 } },
    { whose: 'that is but a number', user: { uid: 12_345, gid: 12_345 } },
  ])('works for an ordinary user $whose, who also loses nothing to kill -9', async ({ user }) => {
    chmodSync(root, 0o755);
    const directory = newDirectory();
    mkdirSync(directory);
    const first = await startInOtherProcess({ directory, user });
    await query(first.superuserUrl, `create table kept as select 'Asha' as name`);
    expect(statSync(path.join(directory, 'pgdata')).uid).toBe(user.uid);
    await first.kill();

    const second = await startInOtherProcess({ directory, user });
    running.push(second);
    expect(await query(second.superuserUrl, 'select name from kept')).toEqual([{ name: 'Asha' }]);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort, root } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';

// PostgreSQL of Debian, a primary and a standby that streams from it, each on a port of 127.0.0.1.

const binaries = '/usr/lib/postgresql/15/bin';

export type Servers = {
  /** What the portal is given: the login that serves, and the owner for migrations. */
  settings: Record<string, string>;
  standbyUrl: string;
  sql(text: string, on?: 'primary' | 'standby'): Promise<pg.QueryResultRow[]>;
  stopStandby(): void;
  startStandby(): void;
  remove(): void;
};

/** As nobody where the tests run as root: PostgreSQL refuses root. */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const isRoot = process.getuid?.() === 0;
  const words = isRoot ? ['--reuid=nobody', '--regid=nogroup', '--clear-groups', command, ...args] : args;
  return execFileSync(isRoot ? 'setpriv' : command, words, {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', ...env },
  });
}

function numberOf(command: string, words: string[]): number {
  return Number(execFileSync(command, words, { encoding: 'utf8' }).trim());
}

/** `isSynchronous`: a commit is acknowledged when the standby has it. */
export async function startServers({ isSynchronous = true } = {}): Promise<Servers> {
  if (!existsSync(`${binaries}/initdb`))
    throw new Error(
      `This file needs PostgreSQL 15 in ${binaries} (Debian 12: apt-get install postgresql-15)`,
    );
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-servers-'));
  if (process.getuid?.() === 0)
    chownSync(folder, numberOf('id', ['-u', 'nobody']), numberOf('id', ['-g', 'nobody']));
  const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')];
  const ports = { primary: await freePort(), standby: await freePort() };
  const password = letters(20);
  const file = path.join(folder, 'password');
  writeFileSync(file, password, { mode: 0o644 });
  const control = (directory: string, port: number, words: string[]) =>
    // Its own output into a file: a pipe that the server inherits would never end.
    run(`${binaries}/pg_ctl`, [
      '-D',
      directory,
      '-o',
      `-p ${port}`,
      '-l',
      `${directory}.log`,
      '-w',
      ...words,
    ]);

  run(`${binaries}/initdb`, [
    '-D',
    one,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${file}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  appendFileSync(
    path.join(one, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 32MB
max_connections = 200
wal_level = replica
wal_keep_size = 512MB
hot_standby = on
fsync = off
wal_receiver_timeout = 5s
wal_sender_timeout = 5s
synchronous_commit = on
synchronous_standby_names = ''
`,
  );
  control(one, ports.primary, ['start']);
  run(
    `${binaries}/pg_basebackup`,
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(ports.primary),
      '-U',
      'postgres',
      '-D',
      two,
      '-R',
      '-X',
      'stream',
      '-C',
      '-S',
      'two',
      '--checkpoint=fast',
    ],
    { PGPASSWORD: password },
  );
  const auto = path.join(two, 'postgresql.auto.conf');
  writeFileSync(
    auto,
    readFileSync(auto, 'utf8').replace("primary_conninfo = '", "primary_conninfo = 'application_name=two "),
  );
  control(two, ports.standby, ['start']);

  async function sql(text: string, on: 'primary' | 'standby' = 'primary'): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: ports[on],
      user: 'postgres',
      password,
      database: 'postgres',
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  // docs/operations.md: migrations by the owner, then the login that serves.
  const owner = `postgres://postgres:${password}@127.0.0.1:${ports.primary}/postgres`;
  const migrated = spawnSync('npm', ['run', '--silent', 'migrate'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_OWNER_URL: owner },
  });
  if (migrated.status !== 0) throw new Error(`npm run migrate: ${migrated.stdout}${migrated.stderr}`);
  await sql(`create role dikshant login password '${password}' in role dikshant_app`);
  if (isSynchronous) {
    await sql("alter system set synchronous_standby_names = 'FIRST 1 (two)'");
    await sql('select pg_reload_conf()');
  }
  const served = (port: number) => `postgres://dikshant:${password}@127.0.0.1:${port}/postgres`;
  return {
    settings: { DATABASE_URL: served(ports.primary), DATABASE_OWNER_URL: owner },
    standbyUrl: served(ports.standby),
    sql,
    stopStandby: () => void control(two, ports.standby, ['stop', '-m', 'immediate']),
    startStandby: () => void control(two, ports.standby, ['start']),
    remove() {
      for (const [directory, port] of [
        [two, ports.standby],
        [one, ports.primary],
      ] as const) {
        try {
          control(directory, port, ['stop', '-m', 'immediate']);
        } catch {
          // It was stopped already.
        }
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { eventually, freePort } from '../harness/portal.ts';
import { killQuietly, killTree } from '../harness/processes.ts';
import { needTools } from './b-tree.ts';

// PostgreSQL of Debian, a primary and its synchronous standby, with haproxy before them: what stands around the portal and is no
// part of it. Ports are free ones of this machine; servers run as the user nobody.

const bin = ['15', '16', '17', '18']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((one) => existsSync(`${one}/initdb`));

export type Server = { name: string; directory: string; port: number };

export type Servers = {
  folder: string;
  primary: Server;
  standby: Server;
  password: string;
  /** haproxy's address of whichever server takes writes. */
  port: number;
  urlOf(server: { port: number }, user?: string, password?: string): string;
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    server: { port: number },
    text: string,
  ): Promise<Row[]>;
  start(server: Server): void;
  /** As a machine dies: the server and all of its children at once. */
  kill(server: Server): void;
  close(): void;
};

function asNobody(...words: string[]): string {
  return execFileSync(
    'setpriv',
    ['--reuid=nobody', '--regid=nogroup', '--clear-groups', 'env', 'LC_ALL=C.UTF-8', ...words],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

export async function startServers(): Promise<Servers> {
  needTools('setpriv', 'haproxy', 'psql');
  if (!bin) throw new Error('This test needs PostgreSQL 15 or later: apt-get install -y postgresql.');
  const folder = mkdtempSync('/var/tmp/dikshant-servers-');
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'servers');
  mkdirSync(data);
  chownSync(data, 65_534, 65_534);
  const password = 'test-password';
  const file = path.join(data, 'password');
  writeFileSync(file, password);
  chmodSync(file, 0o644);
  const one: Server = { name: 'one', directory: path.join(data, 'one'), port: await freePort() };
  const two: Server = { name: 'two', directory: path.join(data, 'two'), port: await freePort() };
  asNobody(
    `${bin}/initdb`,
    '-D',
    one.directory,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${file}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
  );
  appendFileSync(
    path.join(one.directory, 'postgresql.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'shared_buffers = 64MB',
      'max_connections = 300',
      'wal_level = replica',
      'wal_keep_size = 256MB',
      'hot_standby = on',
      'synchronous_commit = on',
      "synchronous_standby_names = 'FIRST 1 (two)'",
      'wal_receiver_timeout = 5s',
      'wal_sender_timeout = 5s',
      '',
    ].join('\n'),
  );
  // "pg_hba" of initdb lets 127.0.0.1 replicate with a password.
  const start = ({ directory, port }: Server) => {
    asNobody(`${bin}/pg_ctl`, '-D', directory, '-o', `-p ${port}`, '-l', `${directory}.log`, '-w', 'start');
  };
  start(one);
  asNobody(
    'env',
    `PGPASSWORD=${password}`,
    `${bin}/pg_basebackup`,
    '-h',
    '127.0.0.1',
    '-p',
    String(one.port),
    '-U',
    'postgres',
    '-D',
    two.directory,
    '-R',
    '-X',
    'stream',
    '-C',
    '-S',
    'two',
    '--checkpoint=fast',
  );
  const auto = path.join(two.directory, 'postgresql.auto.conf');
  const named = readFileSync(auto, 'utf8').replace(
    /primary_conninfo = '/,
    "primary_conninfo = 'application_name=two ",
  );
  // The promoted server has no standby of its own.
  writeFileSync(auto, `${named}synchronous_standby_names = ''\n`);
  start(two);

  const port = await freePort();
  const isPrimary = path.join(folder, 'is-primary.sh');
  writeFileSync(
    isPrimary,
    `#!/bin/sh\n[ "$(PGPASSWORD=${password} PGCONNECT_TIMEOUT=2 /usr/bin/psql -h "$3" -p "$4" -U postgres -d postgres -Atqc 'select pg_is_in_recovery()' 2>/dev/null)" = f ]\n`,
  );
  chmodSync(isPrimary, 0o755);
  writeFileSync(
    path.join(folder, 'haproxy.cfg'),
    `global
    maxconn 800
    external-check
    insecure-fork-wanted
defaults
    mode tcp
    timeout connect 3s
    timeout client 1h
    timeout server 1h
listen primary
    bind 127.0.0.1:${port}
    option external-check
    external-check path "/usr/bin:/bin"
    external-check command ${isPrimary}
    default-server inter 3s fastinter 1s downinter 1s fall 2 rise 1 on-marked-down shutdown-sessions
    server one 127.0.0.1:${one.port} check
    server two 127.0.0.1:${two.port} check
`,
  );
  const proxy: ChildProcess = spawn('haproxy', ['-f', path.join(folder, 'haproxy.cfg'), '-db'], {
    stdio: 'ignore',
  });

  const servers: Servers = {
    folder,
    primary: one,
    standby: two,
    password,
    port,
    urlOf: ({ port: at }, user = 'postgres', secret = password) =>
      `postgres://${user}:${secret}@127.0.0.1:${at}/postgres`,
    async sql<Row extends pg.QueryResultRow>(server: { port: number }, text: string) {
      const client = new pg.Client({
        connectionString: servers.urlOf(server),
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.end().catch(() => {});
      }
    },
    start,
    kill({ directory }) {
      const pid = Number(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
      killTree(pid);
      killQuietly(pid, 'SIGKILL');
    },
    close() {
      proxy.kill('SIGKILL');
      for (const server of [one, two])
        try {
          servers.kill(server);
        } catch {
          // It is dead already.
        }
      execFileSync('rm', ['-rf', folder]);
    },
  };
  try {
    // Until its first checks haproxy takes the standby for a primary as well, and asks them in turn.
    const takesWrites = async () =>
      (await servers.sql({ port }, 'select pg_is_in_recovery() as still'))[0]!.still === false;
    await eventually(
      async () => {
        for (let count = 0; count < 4; count += 1) if (!(await takesWrites())) return false;
        return true;
      },
      { within: 20_000, what: 'the primary behind haproxy' },
    );
    await eventually(
      async () =>
        (
          await servers.sql(
            one,
            "select 1 from pg_stat_replication where application_name = 'two' and sync_state = 'sync'",
          )
        ).length === 1,
      { within: 20_000, what: 'the synchronous standby' },
    );
    return servers;
  } catch (error) {
    servers.close();
    throw error;
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '#dev/testing/portal-process.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { ensureLoginRole, prepareDatabase } from '#platform/server/db/prepare-database.ts';
import { postgresPrograms } from './needs.ts';
import { commandLine, isRunning, killAll, treeOf } from './process-tree.ts';

/** What these servers take: the first argument of `describeWith`. */
export const serverNeeds = ['root', 'postgresql', 'haproxy', 'psql', 'setpriv'];

export type Server = { name: string; directory: string; port: number; url: string };

/** A primary and its synchronous standby, behind haproxy as deploy/haproxy.cfg has it. */
export type Servers = {
  folder: string;
  primary: Server;
  standby: Server;
  /** Of whichever server takes writes, for the owner and for the role that serves. */
  ownerUrl: string;
  appUrl: string;
  sql<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]>;
  /** As a machine dies: the server and all of its children at once. */
  kill(server: Server): Promise<void>;
  /** Stops the old primary for good, as an operator's power switch does. */
  fence: string;
  close(): Promise<void>;
};

const password = 'only-for-this-test';
const login = { name: 'dikshant', password };
const nobody = { uid: 65_534, gid: 65_534 };

export async function startServers(): Promise<Servers> {
  const folder = mkdtempSync('/var/tmp/dikshant-servers-');
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'data');
  mkdirSync(data);
  chownSync(data, nobody.uid, nobody.gid);
  const passwordFile = path.join(data, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const urlOf = ({ port }: { port: number }, user = 'postgres') =>
    `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  const serverOf = async (name: string): Promise<Server> => {
    const port = await freePort();
    return { name, directory: path.join(data, name), port, url: urlOf({ port }) };
  };
  const [primary, standby] = [await serverOf('one'), await serverOf('two')];
  const start = ({ directory, port }: Server) =>
    asNobody('pg_ctl', '-D', directory, '-o', `-p ${port}`, '-l', `${directory}.log`, '-w', 'start');

  asNobody(
    'initdb',
    ...['-D', primary.directory, '-U', 'postgres', '--auth=scram-sha-256'],
    ...[`--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C.UTF-8'],
  );
  appendFileSync(path.join(primary.directory, 'postgresql.conf'), settings.join('\n'));
  start(primary);
  asNobody(
    'pg_basebackup',
    '-d',
    primary.url,
    '-D',
    standby.directory,
    '-R',
    '-C',
    '-S',
    'two',
    '-c',
    'fast',
  );
  const auto = path.join(standby.directory, 'postgresql.auto.conf');
  const named = readFileSync(auto, 'utf8').replace(
    "primary_conninfo = '",
    "primary_conninfo = 'application_name=two ",
  );
  // A promoted server has no standby of its own.
  writeFileSync(auto, `${named}synchronous_standby_names = ''\n`);
  start(standby);

  const port = await freePort();
  const proxy = startDatabaseProxy(folder, port, { primary, standby });
  const sql = <Row extends pg.QueryResultRow>(url: string, statement: string) =>
    withClient(url, 'backup', async (client) => (await client.query<Row>(statement)).rows);
  const servers: Servers = {
    folder,
    primary,
    standby,
    ownerUrl: urlOf({ port }),
    appUrl: urlOf({ port }, login.name),
    sql,
    async kill({ directory }) {
      const pid = postmasterOf(directory);
      const tree = pid ? treeOf(pid) : [];
      killAll(tree);
      while (tree.some(isRunning)) await delay(10);
    },
    fence: writeFence(folder, primary),
    async close() {
      proxy.kill('SIGKILL');
      for (const server of [standby, primary]) await servers.kill(server);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
  try {
    await takesWrites(servers);
    await prepareDatabase(servers.ownerUrl);
    await ensureLoginRole(servers.ownerUrl, login);
    return servers;
  } catch (error) {
    await servers.close();
    throw error;
  }
}

const settings = [
  '',
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'shared_buffers = 64MB',
  'max_connections = 300',
  'wal_level = replica',
  'wal_keep_size = 256MB',
  "synchronous_standby_names = 'FIRST 1 (two)'",
  'wal_receiver_timeout = 5s',
  'wal_sender_timeout = 5s',
  '',
];

function asNobody(program: string, ...words: string[]): string {
  const user = [`--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'];
  return execFileSync('setpriv', [...user, path.join(postgresPrograms!, program), ...words], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** One that was killed has left its process id behind, which may be somebody else's by now. */
function postmasterOf(directory: string): number | null {
  const file = path.join(directory, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 1 && commandLine(pid).includes(directory) ? pid : null;
}

/** deploy/haproxy.cfg as it is, with the addresses of these servers. */
function startDatabaseProxy(
  folder: string,
  port: number,
  { primary, standby }: Pick<Servers, 'primary' | 'standby'>,
): ChildProcess {
  const passwords = path.join(folder, 'pgpass');
  writeFileSync(passwords, `127.0.0.1:*:*:postgres:${password}\n`, { mode: 0o600 });
  const check = path.join(folder, 'is-primary');
  writeFileSync(
    check,
    `#!/bin/sh\nPGPASSFILE=${passwords} exec ${path.resolve('deploy/is-primary')} "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const config = readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace('127.0.0.1:6432', `127.0.0.1:${port}`)
    .replace('10.0.0.1:5432', `127.0.0.1:${primary.port}`)
    .replace('10.0.0.2:5432', `127.0.0.1:${standby.port}`)
    .replace('/opt/dikshant/deploy/is-primary', check);
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  return spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
}

function writeFence(folder: string, { directory }: Server): string {
  const file = path.join(folder, 'fence');
  const script = `#!/bin/sh
pid=$(head -1 '${directory}/postmaster.pid' 2>/dev/null) || exit 0
kill -QUIT "$pid" 2>/dev/null
while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
exit 0
`;
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}

/** Until its first checks haproxy takes the standby for a primary as well, and asks them in turn. */
async function takesWrites({ sql, ownerUrl, primary }: Servers): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (let agreed = 0; agreed < 4; ) {
    if (Date.now() > deadline) throw new Error('No primary with its standby behind haproxy.');
    // Not there yet.
    const answers = await Promise.all([
      sql(ownerUrl, 'select 1 where not pg_is_in_recovery()'),
      sql(
        primary.url,
        "select 1 from pg_stat_replication where application_name = 'two' and sync_state = 'sync'",
      ),
    ]).catch(() => []);
    agreed = answers.length === 2 && answers.every((rows) => rows.length === 1) ? agreed + 1 : 0;
    await delay(200);
  }
}

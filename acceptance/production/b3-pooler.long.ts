import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, freePort } from '../harness/portal.ts';
import { newPaper, of, oneOfEach, receiveOne, startClients } from './b-clients.ts';
import { type Cluster, startCluster } from './b-cluster.ts';
import type { Servers } from './b-servers.ts';
import { needTools } from './b-tree.ts';

// The issue: "an external PostgreSQL with a synchronous standby behind haproxy, or pgbouncer in session mode; LISTEN and migrations
// connect directly." Here DATABASE_URL goes to pgbouncer; what the documents name for direct connections goes to the server.

let cluster: Cluster;
let bouncer: ChildProcess | undefined;

beforeAll(async () => {
  needTools('pgbouncer', 'setpriv');
  cluster = await startCluster({ hosts: ['127.0.0.1', '127.0.0.2'], databasePort: startBouncer });
}, 600_000);
afterAll(async () => {
  await cluster?.close();
  bouncer?.kill('SIGKILL');
});

/** It asks the server itself who may come in, so that the role can be made afterwards. */
async function startBouncer(servers: Servers): Promise<number> {
  const port = await freePort();
  const folder = path.join(servers.folder, 'bouncer');
  mkdirSync(folder);
  chownSync(folder, 65_534, 65_534);
  writeFileSync(path.join(folder, 'users.txt'), `"postgres" "${servers.password}"\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${servers.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
auth_user = postgres
auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename=$1
pool_mode = session
max_client_conn = 400
default_pool_size = 120
ignore_startup_parameters = extra_float_digits
`,
  );
  bouncer = spawn(
    'setpriv',
    ['--reuid=nobody', '--regid=nogroup', '--clear-groups', 'pgbouncer', path.join(folder, 'pgbouncer.ini')],
    {
      stdio: 'ignore',
    },
  );
  return port;
}

test('9 pooler: in session mode everything that an office does works, and nobody is refused', async () => {
  const paper = newPaper();
  await oneOfEach(cluster.site, paper);
  const clients = startClients(cluster.site, paper);
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  await clients.stop();
  expect(paper.failures).toEqual([]);
  expect(of(paper, 'convocation').length).toBeGreaterThan(5);
  const direct = await cluster.site.university.portal.sql(
    "select count(*)::int as count from pg_stat_activity where usename = 'dikshant'",
  );
  expect(direct[0]!.count).toBeGreaterThan(0);
}, 240_000);

test('9 pooler: a change reaches an open screen, so LISTEN is alive behind it, also after every connection was cut', async () => {
  expect(await hearOfChange(), 'at first').toMatch(/appl/i);
  await cluster.site.university.portal.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'dikshant'",
  );
  // A stream that ends is opened again by the page, after the seconds that the stream itself names.
  const heard = await eventually(() => hearOfChange(), {
    within: 60_000,
    every: 2_000,
    what: 'an event after every connection was cut',
  });
  expect(heard).toMatch(/appl/i);
}, 240_000);

/** Opens the stream of changes as a screen does, lets an application be received, and gives what came. */
async function hearOfChange(): Promise<string> {
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(`${cluster.site.university.portal.url}/api/changes`, {
    headers: { cookie: cluster.site.office.auditor.cookie },
    signal,
  });
  if (answer.status !== 200) throw new Error(`the stream of changes: ${answer.status}`);
  const reader = answer.body!.getReader();
  await receiveOne(cluster.site, newPaper());
  let text = '';
  while (!/appl/i.test(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended: ${text}`);
    text += new TextDecoder().decode(value);
  }
  await reader.cancel();
  return text;
}

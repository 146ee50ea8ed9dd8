import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callerOf } from '#dev/testing/open-portal.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { runScript } from './harness/examine.ts';
import { describeWith } from './harness/needs.ts';
import { type Server, type Servers, serverNeeds, startServers } from './harness/postgres-servers.ts';
import { addCollege, type Written } from './harness/write-colleges.ts';

const run = promisify(execFile);

describeWith(serverNeeds, 'a synchronous standby', () => {
  let cluster: Cluster;
  let reader: Caller;
  let writersCookie: string;

  beforeAll(async () => {
    cluster = await startCluster({ processes: 1 });
    const { portal } = cluster;
    writersCookie = await portal.signIn('admin', 'admin');
    reader = callerOf(portal.url, await portal.signIn('auditor', 'auditor'));
  });
  afterAll(() => cluster?.close());

  const doctor = async () => (await runScript(cluster.portal, 'doctor', 'standby')).join('\n');
  const readiness = async () => (await fetch(`${cluster.processes[0]!.url}/readyz`)).json();

  test('there: /readyz and doctor find nothing', async () => {
    expect(await readiness()).toMatchObject({ status: 'ready', checks: { standby: true } });
    expect(await doctor()).toBe('');
  });

  test('dead: commits wait and people read on; /readyz and doctor say so; the documented command frees what waits', async () => {
    const { servers, portal } = cluster;
    await servers.kill(servers.standby);
    let written: Written | undefined;
    const waiting = addCollege(portal.url, writersCookie).then((one) => {
      written = one;
    });
    // Longer than a statement may take.
    await delay(9_000);
    expect(written, 'acknowledged on one disk').toBeUndefined();
    await expect.poll(readiness, { timeout: 20_000 }).toMatchObject({
      status: 'waiting_for_standby',
      checks: { standby: 'waiting' },
    });
    const { rows } = await reader.api.colleges.listColleges({});
    expect(rows.length).toBeGreaterThan(0);
    expect(await doctor()).toContain("alter system set synchronous_standby_names = ''");

    const free = ["alter system set synchronous_standby_names = ''", 'select pg_reload_conf()'];
    await run('psql', [servers.primary.url, '-c', free[0]!, '-c', free[1]!]);
    await waiting;
    expect(written!.answers.at(-1)!.status).toBe(200);
    const times = await servers.sql(servers.ownerUrl, `select from colleges where code = '${written!.code}'`);
    expect(times).toHaveLength(1);
    // What is committed is on one disk, and that goes on being said.
    expect(await doctor()).toContain('The standby is gone');
  });
});

describeWith(serverNeeds, 'deploy/promote', () => {
  let servers: Servers;
  beforeAll(async () => {
    servers = await startServers();
  });
  afterAll(() => servers?.close());

  const promote = (fence: string) =>
    run('sh', ['deploy/promote', fence, servers.primary.url, servers.standby.url]);
  const takesWrites = async (server: Server) => {
    // A server that is fenced answers nobody.
    const rows = await servers.sql(server.url, 'select 1 where not pg_is_in_recovery()').catch(() => []);
    return rows.length === 1;
  };
  const writers = async () => [await takesWrites(servers.primary), await takesWrites(servers.standby)];

  test('promotes nothing where the old primary cannot be fenced, or answers although it was', async () => {
    await expect(promote('false')).rejects.toThrow('could not be fenced');
    await expect(promote('true')).rejects.toThrow('still answers');
    expect(await writers()).toEqual([true, false]);
  });

  test('of a living primary leaves one server that takes writes, with all that was acknowledged', async () => {
    await servers.sql(servers.ownerUrl, 'create table kept as select generate_series(1, 1000) as n');
    await promote(servers.fence);
    expect(await writers()).toEqual([false, true]);
    const [row] = await servers.sql<{ count: number }>(servers.standby.url, 'select count(*)::int from kept');
    expect(row!.count).toBe(1_000);
  });
});

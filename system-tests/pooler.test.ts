import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#dev/testing/portal-process.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { examine } from './harness/examine.ts';
import { describeWith } from './harness/needs.ts';
import { startOfficeWork } from './harness/office-work.ts';
import { type Servers, serverNeeds } from './harness/postgres-servers.ts';
import { retryingFetch } from './harness/retrying-fetch.ts';
import { addCollege } from './harness/write-colleges.ts';

describeWith([...serverNeeds, 'pgbouncer'], 'behind pgbouncer in session mode', () => {
  let cluster: Cluster;
  let pooler: ChildProcess | undefined;
  beforeAll(async () => {
    cluster = await startCluster({ processes: 2, env: throughPooler });
  });
  afterAll(async () => {
    await cluster?.close();
    pooler?.kill('SIGKILL');
  });

  /** As docs/scaling.md has it: DATABASE_URL goes through the pooler, what LISTENs past it. */
  async function throughPooler(servers: Servers): Promise<Record<string, string>> {
    const port = await freePort();
    const folder = path.join(servers.folder, 'pooler');
    mkdirSync(folder);
    chownSync(folder, 65_534, 65_534);
    const { username, password, host } = new URL(servers.appUrl);
    writeFileSync(path.join(folder, 'users'), `"${username}" "${password}"\n`);
    const file = path.join(folder, 'pgbouncer.ini');
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'scram-sha-256',
      auth_file: path.join(folder, 'users'),
      pool_mode: 'session',
      max_client_conn: 400,
      default_pool_size: 80,
      ignore_startup_parameters: 'extra_float_digits',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const [address, databasePort] = host.split(':');
    writeFileSync(
      file,
      `[databases]\n* = host=${address} port=${databasePort}\n[pgbouncer]\n${lines.join('\n')}\n`,
    );
    const user = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    pooler = spawn('setpriv', [...user, 'pgbouncer', file], { stdio: 'ignore' });
    return {
      DATABASE_URL: servers.appUrl.replace(host, `127.0.0.1:${port}`),
      DATABASE_DIRECT_URL: servers.appUrl,
    };
  }

  test('25 clients at work are refused nothing, and the books hold', async () => {
    const acknowledged = retryingFetch();
    acknowledged.open();
    const work = await startOfficeWork(cluster.portal, acknowledged);
    await delay(15_000);
    await work.stop();
    expect(work.told.verified.length).toBeGreaterThan(5);
    expect(acknowledged.brokenAt).toEqual([]);
    expect(await examine(cluster.portal, work, acknowledged)).toEqual([]);
  });

  test('a change reaches an open screen, also after every connection was cut', async () => {
    const { portal, servers } = cluster;
    const cookie = await portal.signIn('admin', 'admin');
    const hearOfChange = async () => {
      const signal = AbortSignal.timeout(20_000);
      const stream = await fetch(`${portal.url}/api/changes`, { headers: { cookie }, signal });
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      await addCollege(portal.url, cookie);
      for (let heard = ''; ; ) {
        const { value, done } = await reader.read();
        heard += value ?? '';
        if (heard.includes('colleges.added')) return reader.cancel().then(() => true);
        if (done) return false;
      }
    };
    expect(await hearOfChange()).toBe(true);
    await servers.sql(
      servers.ownerUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'dikshant'",
    );
    // The page opens its stream again until there is one.
    await expect
      .poll(() => hearOfChange().catch(() => false), { timeout: 90_000, interval: 2_000 })
      .toBe(true);
  });
});

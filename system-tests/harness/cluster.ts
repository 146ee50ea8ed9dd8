import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#dev/testing/portal-process.ts';
import { type DemoPortal, signIn, startDemoPortal } from './demo-portal.ts';
import { type Servers, startServers } from './postgres-servers.ts';

/** Processes of one demo over an external database, behind one proxy. */
export type Cluster = {
  servers: Servers;
  processes: DemoPortal[];
  /** What all processes share, as people and operators see it. */
  portal: Pick<DemoPortal, 'url' | 'directory' | 'settings' | 'ownerUrl' | 'signIn'>;
  close(): Promise<void>;
};

type ClusterOptions = {
  processes: number;
  /** Of the processes, over those of the servers. */
  env?(servers: Servers): Promise<Record<string, string>>;
};

export async function startCluster({ processes: count, env }: ClusterOptions): Promise<Cluster> {
  const servers = await startServers();
  const processes: DemoPortal[] = [];
  let proxy: ChildProcess | undefined;
  const close = async () => {
    for (const portal of processes) await portal.kill();
    proxy?.kill('SIGKILL');
    await servers.close();
  };
  try {
    const directory = path.join(servers.folder, 'shared');
    mkdirSync(directory);
    const settings = {
      DATABASE_URL: servers.appUrl,
      DATABASE_OWNER_URL: servers.ownerUrl,
      ...(await env?.(servers)),
    };
    // The first one fills in the sample data.
    for (let started = 0; started < count; started += 1)
      processes.push(await startDemoPortal({ directory, env: settings }));
    const port = await freePort();
    const url = `http://localhost:${port}`;
    proxy = await startProxy(servers.folder, port, processes);
    return {
      servers,
      processes,
      portal: {
        url,
        directory,
        settings,
        ownerUrl: () => servers.ownerUrl,
        signIn: (role, name) => signIn(url, role, name),
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A request that began on a process that dies is not sent again: errors are seen as people see them. */
async function startProxy(folder: string, port: number, processes: DemoPortal[]): Promise<ChildProcess> {
  const file = path.join(folder, 'portals.cfg');
  const places = processes.map(({ port }, index) => `  server p${index} 127.0.0.1:${port} check`);
  const config = `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 120s
  timeout server 120s
frontend door
  bind 127.0.0.1:${port}
  default_backend portals
backend portals
  option httpchk GET /healthz
  default-server inter 500ms fall 1 rise 1
${places.join('\n')}
`;
  writeFileSync(file, config);
  const proxy = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  await once(proxy, 'spawn');
  // Not there yet.
  while (!(await fetch(`http://localhost:${port}/healthz`).catch(() => null))?.ok) await delay(50);
  return proxy;
}

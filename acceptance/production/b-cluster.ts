import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type MailServer, startMailServer } from '../harness/mail-server.ts';
import { cleanEnvironment, eventually, freePort, type Portal, root } from '../harness/portal.ts';
import { killTree } from '../harness/processes.ts';
import { letters } from '../harness/random.ts';
import { firstPack, packCommand } from '../set-up/a-packs.ts';
import { createAdmin, employAll, firstSignIn, type University } from '../set-up/a-university.ts';
import { choicesOf, completeMasters, planOf, signProofs, stockOf } from '../set-up/a-walk.ts';
import { patient } from './b-clients.ts';
import { newOutside, runLine } from './b-command.ts';
import { settingsLike } from './b-document.ts';
import { type Servers, startServers } from './b-servers.ts';
import type { Site } from './b-site.ts';

/** One process of the portal, on an address of its own. */
export type Process = { child: ChildProcess; host: string; port: number; log(): string };

export type Cluster = {
  servers: Servers;
  site: Site;
  processes: Process[];
  env: Record<string, string>;
  close(): Promise<void>;
};

/**
 * Three processes on two addresses over PostgreSQL with a synchronous standby, behind one proxy. Files are on a disk that all
 * see, or on S3 where its settings are given. Names of settings are looked for in the documents: …REPLICA…, DATABASE…DIRECT….
 */
export async function startCluster({
  files = {} as Record<string, string>,
  hosts = ['127.0.0.1', '127.0.0.2', '127.0.0.1'],
  isReplicaRead = false,
  databasePort = undefined as undefined | ((servers: Servers) => Promise<number>),
} = {}): Promise<Cluster> {
  const servers = await startServers();
  const closers: (() => unknown)[] = [() => servers.close()];
  try {
    const mails: MailServer = await startMailServer(await freePort());
    closers.push(() => mails.close());
    const proxyPort = await freePort();
    const login = letters(20);
    const front = { port: (await databasePort?.(servers)) ?? servers.port };
    const shared = path.join(servers.folder, 'shared');
    mkdirSync(shared);
    const env: Record<string, string> = {
      // The proxy speaks https to people, as far as the portal is told.
      PUBLIC_URL: 'https://certificates.university.example',
      SECRET: letters(48),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'office@university.example',
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: servers.urlOf(front, 'dikshant', login),
      DATABASE_OWNER_URL: servers.urlOf(servers),
      CHECKPOINT_DIRECTORY: path.join(shared, 'checkpoints'),
      CHECKPOINT_KEY: randomBytes(32).toString('base64url'),
      ...files,
    };
    for (const name of settingsLike(/^DATABASE_.*(DIRECT|LISTEN)/))
      env[name] = servers.urlOf(servers, 'dikshant', login);
    if (isReplicaRead) {
      const names = settingsLike(/REPLICA.*URL|DATABASE.*(REPLICA|READ)/);
      if (!names.length)
        throw new Error('No setting …REPLICA… of the documents lets lists read from a replica.');
      for (const name of names) env[name] = servers.urlOf(servers.standby, 'dikshant', login);
    }
    const migrated = await runLine('npm run migrate', { ...env, DATA_DIRECTORY: shared });
    if (migrated.code !== 0) throw new Error(`npm run migrate ended with ${migrated.code}: ${migrated.text}`);
    await servers.sql(servers, `create role dikshant login password '${login}' in role dikshant_app`);
    const processes: Process[] = [];
    for (const host of hosts) {
      const one = await startProcess(host, { ...env, DATA_DIRECTORY: shared });
      processes.push(one);
      closers.push(() => killTree(one.child.pid!));
    }
    const proxy = startProxy(servers.folder, proxyPort, processes);
    closers.push(() => proxy.kill('SIGKILL'));
    const portal = portalOf(`http://localhost:${proxyPort}`, proxyPort, shared, servers);
    await eventually(async () => (await fetch(`${portal.url}/healthz`)).ok, {
      within: 30_000,
      what: 'the portal behind its proxy',
    });
    const university: University = {
      portal,
      mails,
      env,
      directory: shared,
      admin: undefined as never,
      async restart() {},
      async remove() {},
    };
    const made = createAdmin(university);
    university.admin = await firstSignIn(university, 'admin', made.email, made.secret);
    const imported = packCommand(['import', firstPack()], university);
    if (imported.code !== 0) throw new Error(`npm run pack -- import: ${imported.text}`);
    const office = await employAll(university);
    for (const desk of Object.keys(office) as (keyof typeof office)[]) office[desk] = patient(office[desk]);
    await completeMasters(university.admin);
    const plan = planOf(await choicesOf(office.receiver));
    await signProofs(office, plan.type);
    await stockOf(office, plan.paper.id, 600);
    const site: Site = { university, office, outside: newOutside(), plan, env, port: proxyPort, folders: [] };
    return {
      servers,
      site,
      processes,
      env,
      async close() {
        for (const close of closers.reverse()) await close();
      },
    };
  } catch (error) {
    for (const close of closers.reverse()) await close();
    throw error;
  }
}

async function startProcess(host: string, env: Record<string, string>): Promise<Process> {
  const port = await freePort();
  let text = '';
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    env: { ...cleanEnvironment(), ...env, HOST: host, PORT: String(port) },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  await eventually(async () => child.exitCode !== null || (await fetch(`http://${host}:${port}/readyz`)).ok, {
    within: 90_000,
    what: `a process on ${host}`,
  }).catch((error) => {
    killTree(child.pid!);
    throw new Error(`${error.message}\n${text.slice(-3_000)}`);
  });
  if (child.exitCode !== null) throw new Error(`A process on ${host} ended with ${child.exitCode}: ${text}`);
  return { child, host, port, log: () => text };
}

/** A request that began on a process that dies is not sent again: errors are seen as people see them. */
function startProxy(folder: string, port: number, processes: Process[]): ChildProcess {
  const file = path.join(folder, 'portal.cfg');
  writeFileSync(
    file,
    `global
    maxconn 800
defaults
    mode http
    retries 0
    timeout connect 2s
    timeout client 120s
    timeout server 120s
    option forwardfor
frontend door
    bind 127.0.0.1:${port}
    http-request set-header X-Forwarded-Proto https
    default_backend portals
backend portals
    option httpchk GET /healthz
    default-server inter 500ms fall 1 rise 1
${processes.map(({ host, port: at }, index) => `    server p${index} ${host}:${at} check`).join('\n')}
`,
  );
  return spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
}

/** What requests and SQL of tests need; the SQL goes to whichever server takes writes. */
function portalOf(url: string, port: number, directory: string, servers: Servers): Portal {
  const foreign = (): never => {
    throw new Error('The cluster has several processes.');
  };
  const connect = async () => {
    const client = new pg.Client({ connectionString: servers.urlOf(servers) });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    url,
    port,
    directory,
    child: undefined as never,
    log: () => '',
    memory: foreign,
    exit: () => undefined,
    connect,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const client = await connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end().catch(() => {});
      }
    },
    stop: foreign,
    remove: foreign,
  };
}

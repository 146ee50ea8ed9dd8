// `npm start`: on a fresh clone, everything that it takes until the portal answers; later only what has changed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endProgress, report, showPart } from './progress.mjs';
import {
  buildWeb,
  environmentFor,
  findNode,
  installPackages,
  projectRoot,
  SetupError,
  webIsFresh,
} from './setup.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const starter = findStarter();

try {
  await installPackages();
  const node = findNode();
  if (webIsFresh()) serve(node);
  else await serveWhileBuilding(node);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  endProgress();
  console.error(error.message);
  process.exitCode = 1;
}

/** The database is made and filled meanwhile. */
async function serveWhileBuilding(node) {
  const server = serve(node, { SCREENS_FOLLOW: 'true' });
  const { ok, output } = await showPart('Screens', () => buildWeb(node));
  if (ok) {
    if (server.connected) server.send('screens built');
    return;
  }
  server.kill('SIGTERM');
  throw new SetupError(`The screens could not be built:\n${output}`);
}

/**
 * Node cannot replace its own process, so this one stays around the server: signals in, exit code out. The channel
 * tells the server when this process ends by a signal that cannot be caught.
 */
function serve(node, env = {}) {
  const program = path.join(projectRoot, 'src/dev/main.ts');
  // Young objects of a start would otherwise take a hundred megabytes, which the idle server keeps.
  const server = spawn(node, ['--max-semi-space-size=2', program, ...process.argv.slice(2)], {
    cwd: projectRoot,
    env: { ...environmentFor(node), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  server.on('message', ({ part, share }) => report(part, share));
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C has reached the server already: a terminal sends it to all of its processes. Twice would mean haste.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal);
    });
  }
  // npm ends at SIGTERM without passing it on; the portal ends with it.
  const watch = setInterval(() => {
    if (isRunning(starter)) return;
    clearInterval(watch);
    server.kill('SIGTERM');
  }, 500);
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.once('exit', (code, signal) => {
    if (code !== null) process.exit(process.exitCode || code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
  return server;
}

/** The npm that runs this script, or whoever else started it. Between the two there may be a shell, which waits on. */
function findStarter() {
  const parent = process.ppid;
  const status = readStatus(parent);
  const isShell =
    process.env.npm_lifecycle_event !== undefined && /^(sh|dash|bash)$/.test(status?.name ?? '');
  return isShell ? status.parent : parent;
}

/** Whether a process is there and no zombie. Where there is no /proc, whether this process still has its first parent. */
function isRunning(pid) {
  if (process.platform !== 'linux') return process.ppid === pid;
  const status = readStatus(pid);
  return status !== undefined && !'ZX'.includes(status.state);
}

/** Fields of /proc/PID/stat (proc(5)); the name stands in parentheses. */
function readStatus(pid) {
  try {
    const [, name, state, parent] = /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

// `npm start`: on a fresh clone everything needed until the portal answers; later only what has changed.
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

/** Creates and fills the database meanwhile. */
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
 * Node cannot replace its own process, so this one stays as the server's parent: it passes signals on and returns the
 * exit code. The IPC channel tells the server if this process is killed by a signal that cannot be caught.
 */
function serve(node, env = {}) {
  const program = path.join(projectRoot, 'src/dev/main.ts');
  // Otherwise the young generation of a start takes a hundred megabytes, which the idle server keeps.
  const server = spawn(node, ['--max-semi-space-size=2', program, ...process.argv.slice(2)], {
    cwd: projectRoot,
    env: { ...environmentFor(node), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  server.on('message', ({ part, share }) => report(part, share));
  for (const signal of signals) {
    process.on(signal, () => {
      // The terminal has sent Ctrl-C to the server already, because it signals the whole process group. A second signal
      // would force an immediate stop.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal);
    });
  }
  // npm exits on SIGTERM without passing it on, so the portal stops when its starter is gone.
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

/** The npm that runs this script, or another starter. A waiting shell may be in between. */
function findStarter() {
  const parent = process.ppid;
  const status = readStatus(parent);
  const isShell =
    process.env.npm_lifecycle_event !== undefined && /^(sh|dash|bash)$/.test(status?.name ?? '');
  return isShell ? status.parent : parent;
}

/** Whether a process exists and is not a zombie. Without /proc: whether this process still has its original parent. */
function isRunning(pid) {
  if (process.platform !== 'linux') return process.ppid === pid;
  const status = readStatus(pid);
  return status !== undefined && !'ZX'.includes(status.state);
}

/** Fields of /proc/PID/stat (proc(5)); the name is in parentheses. */
function readStatus(pid) {
  try {
    const [, name, state, parent] = /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

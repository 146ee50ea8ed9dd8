// `npm start`: on a fresh clone, everything that it takes until the portal answers; later only what has changed.
import { spawn } from 'node:child_process';
import path from 'node:path';
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

try {
  installPackages();
  const node = findNode();
  if (!webIsFresh()) {
    console.log('Building the screens.');
    const { ok, output } = buildWeb(node);
    if (!ok) throw new SetupError(`The screens could not be built:\n${output}`);
  }
  serve(node);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Node cannot replace its own process, so this one stays around the server: signals in, exit code out. */
function serve(node) {
  const server = spawn(
    node,
    [path.join(projectRoot, 'src/server/main.ts'), '--demo', ...process.argv.slice(2)],
    {
      cwd: projectRoot,
      env: environmentFor(node),
      stdio: 'inherit',
    },
  );
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C has reached the server already: a terminal sends it to all of its processes. Twice would mean haste.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal);
    });
  }
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.once('exit', (code, signal) => {
    if (code !== null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

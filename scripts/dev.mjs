// `npm run dev`: the demo for development. The server (PORT, 3000) restarts when one of its files is saved, and Vite
// serves the screens as they are edited, at the URL that it prints.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildWeb, environmentFor, findNode, findProgram, installPackages, projectRoot } from './setup.mjs';

await installPackages();
const node = findNode();
// The server does not start without built screens. They may be out of date, because Vite serves the current ones.
if (!existsSync(path.join(projectRoot, 'dist/web-files.json'))) await buildWeb(node);

const port = process.env.PORT ?? '3000';
const api = `http://localhost:${port}`;
const env = { ...environmentFor(node), PORT: port, API_ORIGIN: api };
const programs = [];

function run(...args) {
  const program = spawn(node, args, { cwd: projectRoot, env, stdio: 'inherit' });
  programs.push(program);
  program.once('exit', endAll);
}

function endAll() {
  for (const program of programs) program.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
run('--watch', '--watch-preserve-output', 'src/dev/main.ts');
// The screens send requests to it at once.
while (programs[0].exitCode === null && !(await answers(`${api}/healthz`))) await delay(100);
if (programs[0].exitCode === null) run(findProgram('vite'), '--host', 'localhost');

function answers(address) {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

// `npm run dev`: the demo for whoever changes it. The server (PORT, 3000) starts again when one of its files is saved, and
// Vite serves the screens as they are edited, at the address that it prints.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildWeb, environmentFor, findNode, findProgram, installPackages, projectRoot } from './setup.mjs';

installPackages();
const node = findNode();
// The server does not start without screens; these may be old, because Vite's are looked at.
if (!existsSync(path.join(projectRoot, 'dist/web/index.html'))) buildWeb(node);

const port = process.env.PORT ?? '3000';
const env = { ...environmentFor(node), PORT: port, API_ORIGIN: `http://localhost:${port}` };
const programs = [
  ['--watch', '--watch-preserve-output', 'src/dev/main.ts'],
  [findProgram('vite'), '--host', 'localhost'],
].map((args) => spawn(node, args, { cwd: projectRoot, env, stdio: 'inherit' }));

const endAll = () => {
  for (const program of programs) program.kill('SIGTERM');
};
for (const program of programs) program.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import type { Services } from '#platform/server/context.ts';
import { isFilled } from './filled.ts';

const program = path.join(import.meta.dirname, 'fill-demo-process.ts');

/** How far the start has come, for `npm start`. */
export function report(part: string, share: number): void {
  process.send?.({ part, share });
}

/** Fills the demo, unless it is complete, in a process of its own: the memory that it takes is free when it ends. */
export async function fillDemo(services: Services): Promise<void> {
  if (await isFilled(services)) return;
  // Its modules are those that this process has just compiled.
  flushCompileCache();
  const { demo, logLevel } = services.settings;
  const child = fork(program, {
    env: { ...process.env, DEMO: String(demo), LOG_LEVEL: logLevel, DEMO_DATABASE_URL: services.databaseUrl },
    execArgv: [],
  });
  report('Demo data', 0);
  // It is not done before all of it is saved.
  child.on('message', (share: number) => report('Demo data', Math.min(share, 0.99)));
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The demo could not be filled: its process ended with ${signal ?? code}.`);
  report('Demo data', 1);
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import type { Services } from '#platform/server/context.ts';
import { isFilled } from './filled.ts';

const program = path.join(import.meta.dirname, 'fill-demo-process.ts');

/** Reports progress of the start to `npm start`. */
export function report(part: string, share: number): void {
  process.send?.({ part, share });
}

/** Fills the demo, unless it is complete, in a process of its own, whose memory is freed when it ends. */
export async function fillDemo(services: Services): Promise<void> {
  if (await isFilled(services)) return;
  // The child loads the modules that this process has just compiled.
  flushCompileCache();
  const { demo, logLevel } = services.settings;
  const child = fork(program, {
    env: { ...process.env, DEMO: String(demo), LOG_LEVEL: logLevel, DEMO_DATABASE_URL: services.databaseUrl },
    execArgv: [],
  });
  report('Demo data', 0);
  // Complete only once everything is saved.
  child.on('message', (share: number) => report('Demo data', Math.min(share, 0.99)));
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The demo could not be filled: its process ended with ${signal ?? code}.`);
  report('Demo data', 1);
}

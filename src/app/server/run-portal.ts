import type { Services } from '#platform/server/context.ts';
import { faultOf } from '#platform/server/db/database-faults.ts';
import { assertDatabaseOfMode } from '#platform/server/demo-mark.ts';
import { startWatch } from '#platform/server/doctor/watch.ts';
import { listen } from '#platform/server/http/listen.ts';
import { assertScreensBuilt } from '#platform/server/http/web.ts';
import { openDatabase } from '#platform/server/open-database.ts';
import { openServices } from '#platform/server/services.ts';
import { readSettings } from '#platform/server/settings.ts';
import { makeFolder } from '#platform/server/settings-in-use.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { createApp, type FurtherRoutes } from './app.ts';
import { checks } from './checks.ts';
import { createQueues, startWorker } from './jobs.ts';

/** What a service manager grants before it kills. */
const stopMs = 25_000;

/** What demo mode adds. It stands in src/dev, so that production knows none of the sample people. */
export type Demo = FurtherRoutes & {
  /** Settles when the screens are built, if that is under way. */
  screens: Promise<unknown> | null;
  /** Fills an empty portal with sample records; goes on where it was cut off. */
  fill(services: Services): Promise<void>;
  /** How to sign in, as lines for the terminal. */
  describeSignIns(publicUrl: string): string[];
};

/** Until everything runs there is nothing to finish: PostgreSQL ends with this process. */
let stop = async (): Promise<void> => process.exit(1);

/** Runs the portal as this process, and says on standard error why it cannot. */
export async function runPortal(environment: NodeJS.ProcessEnv, demo: Demo | null): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  // Ctrl-C twice: somebody does not want to wait, and PostgreSQL recovers at the next start.
  process.once('SIGINT', () => process.once('SIGINT', () => process.exit(1)) && stop());
  // The channel to `npm start`, if that is the parent, closes when it ends for whatever reason.
  process.once('disconnect', () => stop());
  try {
    await run(environment, demo);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const isLost = faultOf(error) === 'busy';
    process.stderr.write(
      isLost ? `The database did not answer while the portal started: ${reason}.\n` : `${reason}\n`,
    );
    process.exit(1);
  }
}

/** Starts the portal and keeps it until a signal, the end of whoever started it, or the end of its own database. */
async function run(environment: NodeJS.ProcessEnv, demo: Demo | null): Promise<void> {
  const settings = readSettings(environment);
  if (settings.demo && !demo)
    throw new Error('DEMO=true belongs to the demo, which `npm start` starts. Leave it out.');
  if (settings.services.web && !demo?.screens) assertScreensBuilt();
  const database = await openDatabase(settings);
  if (settings.services.worker) makeFolder('CHECKPOINT_DIRECTORY', settings.checkpointDirectory);
  const { services, close } = await openServices(settings, database.url);
  await createQueues(services.jobs);
  await assertDatabaseOfMode(services);
  await demo?.fill(services);
  await demo?.screens;
  const worker = settings.services.worker ? await startWorker(services) : null;
  const app = settings.services.web ? await createApp(services, demo) : null;
  if (app) await listen(app, settings);
  const watch = app ? startWatch(services, checks) : null;

  let isStopping = false;
  stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      process.stderr.write(
        'Not everything ended in time; stopping all the same. Nothing that was saved is lost.\n',
      );
      process.exit(1);
    }, stopMs).unref();
    // What runs is finished, what comes is refused; then the things it needed are closed.
    await watch?.stop();
    await app?.close();
    await worker?.stop();
    await close();
    await closeRenderers();
    await database.embedded?.stop();
    process.exit(0);
  };
  void database.embedded?.exited.then(() => {
    if (isStopping) return;
    process.stderr.write(
      'The embedded PostgreSQL has ended; stopping. Start again: nothing that was saved is lost.\n',
    );
    process.exit(1);
  });
  if (app) announce(settings.publicUrl, demo?.describeSignIns(settings.publicUrl) ?? []);
}

function announce(publicUrl: string, signIns: string[]): void {
  process.stdout.write(`\n${[`Dikshant is ready at ${publicUrl}\n`, ...signIns].join('\n')}\n`);
}

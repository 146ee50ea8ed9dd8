import '#features/features.ts';
import type { Services } from '#platform/server/context.ts';
import { faultOf } from '#platform/server/db/database-faults.ts';
import { assertDatabaseOfMode } from '#platform/server/demo-marker.ts';
import { startMonitoring } from '#platform/server/doctor/monitoring.ts';
import { limitLoad } from '#platform/server/http/overload.ts';
import { assertScreensBuilt } from '#platform/server/http/web.ts';
import { openDatabase } from '#platform/server/open-database.ts';
import { openServices } from '#platform/server/services.ts';
import { readSettings } from '#platform/server/settings.ts';
import { makeFolder } from '#platform/server/settings-in-use.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { createApp, type FurtherRoutes } from './app.ts';
import { checks } from './features.ts';
import { createQueues, startWorker } from './jobs.ts';

/** Limit of a clean shutdown, below the 60 seconds that deploy/ allows. */
const stopMs = 25_000;

/** The system drops connections beyond it, and clients retry after seconds. Linux caps it at net.core.somaxconn. */
const backlog = 4_096;

/** What demo mode adds. It lives in src/dev, so production contains no sample data. */
export type Demo = FurtherRoutes & {
  /** Settles when the web build is finished, if one is running. */
  screens: Promise<unknown> | null;
  /** Fills an empty portal with sample records; resumes where it was interrupted. */
  fill(services: Services): Promise<void>;
  /** How to sign in, as lines for the terminal. */
  describeSignIns(publicUrl: string): string[];
};

/** During startup there is nothing to finish: PostgreSQL ends with this process. */
let stop = async (): Promise<void> => process.exit(1);

/** Runs the portal in this process; a startup error goes to standard error. */
export async function runPortal(environment: NodeJS.ProcessEnv, demo: Demo | null): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  // A second Ctrl-C exits at once; PostgreSQL recovers at the next start.
  process.once('SIGINT', () => process.once('SIGINT', () => process.exit(1)) && stop());
  // The IPC channel to the parent, if that is `npm start`, closes when the parent ends for any reason.
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

/** Runs the portal until a signal, the end of the parent process, or the end of the embedded database. */
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
  if (app) {
    await limitLoad(app);
    await app.listen({ host: settings.host, port: settings.port, backlog });
  }
  const watch = app ? startMonitoring(services, checks) : null;

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
    // Finish running requests and refuse new ones, then close what they needed.
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

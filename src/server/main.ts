import { seedDemo } from '#seed/demo.ts';
import { demoPassword, demoStaff } from '#seed/demo-staff.ts';
import { createApp } from './app.ts';
import { startWorker } from './jobs.ts';
import { openDatabase } from './open-database.ts';
import { openServices } from './services.ts';
import { readSettings, type Settings } from './settings.ts';
import { closeRenderers } from './typst/render-document.ts';

const isDemo = process.argv.includes('--demo');

await run().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});

/** Starts the portal and keeps it until a signal or the end of its own database. */
async function run(): Promise<void> {
  const settings = readSettings({ ...(isDemo ? { DEMO: 'true', LOG_LEVEL: 'warn' } : {}), ...process.env });
  const database = await openDatabase(settings);
  const { services, close } = await openServices(settings, database.url);
  if (settings.demo) await seedDemo(services);
  if (settings.services.worker) await startWorker(services);
  const app = settings.services.web ? await createApp(services) : null;
  await app?.listen({ host: settings.host, port: settings.port });

  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    // What runs is finished, what comes is refused; then the things it needed are closed.
    await app?.close();
    await close();
    await closeRenderers();
    await database.embedded?.stop();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  void database.embedded?.exited.then(() => {
    if (isStopping) return;
    process.stderr.write(
      'The embedded PostgreSQL has ended; stopping. Start again: nothing that was saved is lost.\n',
    );
    process.exit(1);
  });
  if (app) announce(settings);
}

function announce(settings: Settings): void {
  const lines = [`\nDikshant is ready at ${settings.publicUrl}\n`];
  if (settings.demo) {
    lines.push(`Sign in with the password ${demoPassword} as`);
    for (const person of demoStaff.filter((one) => one.isOffered)) lines.push(`  ${person.email}`);
    lines.push(`One-time codes arrive at ${settings.publicUrl}/demo/outbox\n`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Entry of the process that fills the demo; reports its progress to the parent. */
import '#app/server/features.ts';
import { prepareAllStatements } from '#platform/server/db/prepared.ts';
import { openServices } from '#platform/server/services.ts';
import { readSettings } from '#platform/server/settings.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { readDemoData, seedDemo } from './demo.ts';

prepareAllStatements();
// The portal has ended, and the database with it.
process.once('disconnect', () => process.exit(1));
const { services, close } = await openServices(readSettings(process.env), process.env.DEMO_DATABASE_URL!);
await seedDemo(services, {
  data: readDemoData(process.env.DEMO_DATA),
  onProgress: (done, all) => process.send!(done / all),
});
await close();
await closeRenderers();
process.exit();

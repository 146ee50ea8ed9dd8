import { runPortal } from '#app/server/run-portal.ts';
import { registerDemoRoutes } from '#dev/demo-routes.ts';
import { describeSignIns, readDemoData, seedDemo } from '#dev/seed/demo.ts';
import { showProgress } from '#dev/seed/show-progress.ts';

// The demo, on this machine only: `npm start`.
await runPortal(
  { DEMO: 'true', LOG_LEVEL: 'warn', ...process.env },
  {
    fill: (services) =>
      showProgress('Filling the demo', process.stdout, (onProgress) =>
        seedDemo(services, { data: readDemoData(process.env.DEMO_DATA), onProgress }),
      ),
    registerRoutes: registerDemoRoutes,
    describeSignIns,
  },
);

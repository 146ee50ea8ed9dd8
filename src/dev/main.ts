import { runPortal } from '#app/server/run-portal.ts';
import { registerDemoRoutes } from '#dev/demo-routes.ts';
import { describeSignIns, seedDemo } from '#dev/seed/demo.ts';

// The demo, on this machine only: `npm start`.
await runPortal(
  { DEMO: 'true', LOG_LEVEL: 'warn', ...process.env },
  { fill: seedDemo, registerRoutes: registerDemoRoutes, describeSignIns },
);

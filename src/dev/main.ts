import { once } from 'node:events';
import { runPortal } from '#app/server/run-portal.ts';
import { registerDemoRoutes } from '#dev/demo-routes.ts';
import { describeSignIns } from '#dev/seed/demo-staff.ts';
import { fillDemo, report } from '#dev/seed/fill-demo.ts';

// The demo, on this machine only: `npm start`.
report('Database', 0);
await runPortal(
  { DEMO: 'true', LOG_LEVEL: 'warn', ...process.env },
  {
    // `npm start` says so when it has built them.
    screens: process.env.SCREENS_FOLLOW ? once(process, 'message') : null,
    fill: (services) => {
      report('Database', 1);
      return fillDemo(services);
    },
    registerRoutes: registerDemoRoutes,
    describeSignIns,
  },
);

import { runPortal } from './run-portal.ts';

// Production; `npm start` starts the demo, src/dev/main.ts.
await runPortal(process.env, null);

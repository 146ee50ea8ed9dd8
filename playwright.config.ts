import { rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './src/testing/chromium.ts';

const port = Number(process.env.E2E_PORT ?? 3217);
const baseURL = `http://localhost:${port}`;
const dataDirectory = path.resolve('.cache/e2e-data');
// Playwright reads this file in each of its processes; only the first one starts the portal, on fresh data.
if (!process.env.TEST_WORKER_INDEX && !process.argv.includes('--list'))
  rmSync(dataDirectory, { recursive: true, force: true });

/** Journeys in real Chromium, against the portal as `npm start` starts it. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // One portal serves all journeys, and two cores serve both it and the browser.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    viewport: { width: 1366, height: 768 },
    launchOptions: await findChromium(),
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `"${process.execPath}" src/server/main.ts --demo`,
    url: `${baseURL}/healthz`,
    env: { PORT: String(port), DATA_DIRECTORY: dataDirectory },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    timeout: 120_000,
  },
});

import { rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './src/testing/chromium.ts';

const firstPort = Number(process.env.E2E_PORT ?? 3217);

/** The journeys of the second half, which take as long as all others. */
const second = [
  ...['account', 'bank-statements', 'bulk-upload', 'every-screen', 'export', 'first-load', 'to-the-letter'],
  ...['verify-screen', 'webcam-photo'],
].map((name) => `**/${name}.e2e.ts`);

/**
 * Two halves, each with a portal of its own as `npm start` starts it and one journey at a time, because journeys share
 * people and records. While one half waits for its browser the other one uses the machine.
 */
const halves = [
  { name: 'first', port: firstPort, files: { testIgnore: second } },
  { name: 'second', port: firstPort + 1, files: { testMatch: second } },
].map((half) => ({
  ...half,
  baseURL: `http://localhost:${half.port}`,
  dataDirectory: path.resolve(`.cache/e2e-data-${half.name}`),
}));

// Playwright reads this file in each of its processes; only the first one starts the portals, on fresh data.
if (!process.env.TEST_WORKER_INDEX && !process.argv.includes('--list'))
  for (const { dataDirectory } of halves) rmSync(dataDirectory, { recursive: true, force: true });

/**
 * Journeys in real Chromium. A trace would keep pictures and the whole page of every step, which takes longer than the
 * steps: `playwright test --trace on` asks for it. What a page said when a journey failed is kept anyway.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: halves.length,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1366, height: 768 },
    // A click or a fill that finds nothing names itself, instead of waiting until the journey's time is over.
    actionTimeout: 30_000,
    // The pause of a quick hand between two acts, in milliseconds: without it a typed text and its Enter are a scanner's.
    launchOptions: { ...(await findChromium()), slowMo: 40 },
  },
  projects: halves.map(({ name, files, baseURL }) => ({ name, ...files, workers: 1, use: { baseURL } })),
  webServer: halves.map(({ port, baseURL, dataDirectory }) => ({
    command: `"${process.execPath}" src/server/main.ts --demo`,
    url: `${baseURL}/healthz`,
    env: { PORT: String(port), DATA_DIRECTORY: dataDirectory },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    timeout: 120_000,
  })),
});

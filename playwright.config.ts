import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './src/dev/testing/chromium.ts';
import { withLongForm } from './src/dev/testing/long-forms.ts';

const firstPort = Number(process.env.E2E_PORT ?? 3217);

const isLong = Boolean(process.env.LONG_FORMS);
const journeys = isLong ? withLongForm('e2e/*.e2e.ts') : globSync('e2e/*.e2e.ts');

/** The journeys of the second half, which take as long as all others. */
const second = [
  ...[
    'account',
    'bad-input',
    'bank-statements',
    'bulk-upload',
    'by-touch',
    'every-screen',
    'export',
    'find-records',
    'first-load',
  ],
  ...[
    'jam-and-crash',
    'recovery',
    'room-for-columns',
    'sign-on',
    'specified-labels',
    'verify-scan',
    'verify-screen',
    'webcam-photo',
  ],
];
const isOfSecond = (journey: string) => second.includes(path.basename(journey, '.e2e.ts'));

/**
 * Two halves, each with a portal of its own (`e2e/start-portals.ts`) and one journey at a time, because journeys share
 * people and records. While one half waits for its browser the other one uses the machine; three only wait for one another.
 */
const halves = [
  { name: 'first', testMatch: journeys.filter((journey) => !isOfSecond(journey)) },
  { name: 'second', testMatch: journeys.filter(isOfSecond) },
];

/**
 * Journeys in real Chromium. A trace would keep pictures and the whole page of every step, which takes longer than the
 * steps: `playwright test --trace on` asks for it. What a page said when a journey failed is kept anyway.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: halves.length,
  globalSetup: 'e2e/start-portals.ts',
  // They run in `npm run test:long`.
  ...(!isLong && { grepInvert: /@long/ }),
  // On a busy machine each step takes a few times as long.
  timeout: 360_000,
  expect: { timeout: 45_000 },
  use: {
    viewport: { width: 1366, height: 768 },
    // What finds nothing or never loads names itself, instead of waiting until the journey's time is over.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions: await findChromium(),
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: halves.map((half, place) => ({
    ...half,
    workers: 1,
    use: { baseURL: `http://localhost:${firstPort + place}` },
  })),
});

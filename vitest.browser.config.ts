import { playwright } from '@vitest/browser-playwright';
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { findChromium } from './src/dev/testing/chromium.ts';
import { sampleFiles } from './src/dev/testing/sample-files.ts';
import screens from './vite.config.ts';

/**
 * Shared components in Chromium, as Vite builds the screens. No server of ours runs: a test gives what a component asks
 * for as functions.
 */
export default defineConfig(async () =>
  mergeConfig(screens, {
    plugins: [sampleFiles()],
    test: {
      name: 'components',
      include: ['src/**/*.browser.test.tsx'],
      setupFiles: 'src/dev/testing/web/begin-browser-file.ts',
      env: { LONG_FORMS: process.env.LONG_FORMS ?? '' },
      testTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      restoreMocks: true,
      // To load all screens takes longer than most files: they share one page.
      isolate: false,
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        viewport: { width: 1366, height: 768 },
        provider: playwright({
          launchOptions: await findChromium(),
          contextOptions: { viewport: { width: 1366, height: 768 } },
          // What finds nothing names itself, before the time of the test is over.
          actionTimeout: 30_000,
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
);

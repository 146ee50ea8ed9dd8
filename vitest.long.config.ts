import { defineConfig } from 'vitest/config';
import { withLongForm } from './src/dev/testing/long-forms.ts';
import ordinary from './vitest.config.ts';

const long = {
  ...ordinary.test,
  projects: undefined,
  experimental: { viteModuleRunner: false },
  // A file that measures, or spies on what all share, has a process of its own.
  isolate: true,
  env: { LONG_FORMS: 'true' },
  testTimeout: 1_800_000,
  hookTimeout: 600_000,
};

/** What takes minutes each: `npm run test:long`, before a release. */
export default defineConfig({
  test: {
    // One at a time: each wants the whole machine.
    fileParallelism: false,
    projects: [
      {
        test: {
          ...long,
          name: 'features',
          // Files with a small form as well, which `npm test` runs, and files that are long alone.
          include: [...withLongForm('src/**/*.test.ts'), 'src/**/*.long.ts'],
        },
      },
      { test: { ...long, name: 'system', include: ['system-tests/*.test.ts'] } },
    ],
  },
});

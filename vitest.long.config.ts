import { defineConfig } from 'vitest/config';
import { withLongForm } from './src/dev/testing/long-forms.ts';
import ordinary from './vitest.config.ts';

/** The long forms of tests take minutes each: `npm run test:long`, before a release. */
export default defineConfig({
  test: {
    ...ordinary.test,
    projects: undefined,
    include: [
      '{scripts/torture,src/**}/*.long.ts',
      // From outside, against a server of its own: see acceptance/README.md.
      'acceptance/**/*.{test,long}.ts',
      // These have a small form, too, which `npm test` runs.
      ...withLongForm('src/**/*.test.ts'),
    ],
    env: { LONG_FORMS: 'true' },
    // One at a time: each wants the whole machine.
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});

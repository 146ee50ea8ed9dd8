import { defineConfig } from 'vitest/config';
import ordinary from './vitest.config.ts';

/** The long forms of tests take minutes each: `npm run test:long`, before a release. */
export default defineConfig({
  test: {
    ...ordinary.test,
    projects: undefined,
    include: [
      'scripts/torture/*.long.ts',
      // From outside, against a server of its own: see acceptance/README.md.
      'acceptance/**/*.{test,long}.ts',
      // These have a small form, too, which `npm test` runs.
      'src/app/server/crash.test.ts',
      'src/app/server/fuzz.test.ts',
      'src/app/server/random-packs.test.ts',
      'src/app/server/reopen-revoke-sequences.test.ts',
      'src/app/server/scope.test.ts',
      'src/features/applications/server/search-applications.test.ts',
      'src/features/imports/server/import-jobs.test.ts',
      'src/features/imports/server/large-import.test.ts',
      'src/features/stock/server/custody-stress.test.ts',
    ],
    env: { LONG_FORMS: 'true' },
    // One at a time: each wants the whole machine.
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});

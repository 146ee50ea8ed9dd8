import { defineConfig } from 'vitest/config';

/** These put something in the place of a module before it is loaded, which needs a process that has loaded nothing. */
const alone = ['src/features/auth/server/sign-in.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Two cores are busy with four, because many files wait for a process or a clock.
    maxWorkers: 4,
    globalSetup: 'src/dev/testing/global-setup.ts',
    setupFiles: 'src/dev/testing/begin-file.ts',
    // Beside a busy neighbour each takes a few times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    projects: [
      // To load the whole server takes longer than most files: those that run in one process share it.
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.ts'], exclude: alone, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});

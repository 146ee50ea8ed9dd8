import { defineConfig } from 'vitest/config';

/** Modules of the screens, which need Vite: Node knows no JSX. */
const screens = ['src/desks/**/*.test.ts', 'src/**/web/**/*.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Two cores are busy with four, because many files wait for a process or a clock.
    maxWorkers: 4,
    // To load the whole server takes longer than most files: those that run in one process share it.
    isolate: false,
    // A tenth of the time went into collecting what short requests leave behind.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: 'src/dev/testing/global-setup.ts',
    // Beside a busy neighbour each takes a few times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: 'src/dev/testing/register-features.ts',
          include: ['src/**/*.test.ts'],
          exclude: screens,
          // Node loads our TypeScript by itself. What replaces a module is a spy on an object.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          setupFiles: ['src/features/features.ts', 'src/features/words.ts'],
          include: screens,
        },
      },
    ],
  },
});

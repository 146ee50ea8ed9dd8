import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Two cores are busy with four, because many files wait for a process or a clock.
    maxWorkers: 4,
    // To load the whole server takes longer than most files: those that run in one process share it.
    isolate: false,
    // Node runs our TypeScript as it is. What replaces a module is a spy on an object.
    experimental: { viteModuleRunner: false },
    globalSetup: 'src/dev/testing/global-setup.ts',
    // Beside a busy neighbour each takes a few times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
  },
});

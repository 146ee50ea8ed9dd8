import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Every fork holds connections and Typst holds memory: more of them only wait for one another.
    maxWorkers: 2,
    globalSetup: 'src/testing/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});

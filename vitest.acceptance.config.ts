import { defineConfig } from 'vitest/config';

/**
 * Tests from outside: the portal is a process of its own, asked by HTTP, by a browser and by SQL. Files run one after
 * the other, because some of them measure.
 */
export default defineConfig({
  test: {
    include: ['acceptance/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

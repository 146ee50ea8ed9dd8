import { defineConfig } from 'vitest/config';

/**
 * Tests of what is not built yet are named `.pending.ts` and run only when the command line names their folder or file,
 * so that nothing else is red for them.
 */
const isAskedFor = process.argv.some((word) => /refactoring|pending/.test(word));

/**
 * Tests from outside: the portal is a process of its own, asked by HTTP, by a browser and by SQL. Files run one after
 * the other, because some of them measure.
 */
export default defineConfig({
  test: {
    include: ['acceptance/**/*.{test,long}.ts', ...(isAskedFor ? ['acceptance/**/*.pending.ts'] : [])],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

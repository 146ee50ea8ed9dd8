import { expect, test } from 'vitest';
import { authContract } from './contract.ts';

test('a long text in place of an address is refused at once', async () => {
  const { inputSchema } = authContract.startPasswordReset['~orpc'];
  const began = performance.now();
  const { issues } = await inputSchema!['~standard'].validate({ email: `${'@'.repeat(100_000)} x` });
  expect(issues?.length).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(1_000);
});

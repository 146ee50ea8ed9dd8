import { expect, test } from 'vitest';
import { fuzz } from '#dev/testing/fuzz/fuzz.ts';
import { createStaff } from '#dev/testing/fuzz/people.ts';
import { describeReport, gapsOf } from '#dev/testing/fuzz/report.ts';
import { filePortal } from '#dev/testing/portal.ts';

// FUZZ_SEED=1 npx vitest run --config vitest.long.config.ts --project features fuzz
// A new operation needs a successful call in one of the day-at-… files beside fuzz.ts.
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const requests = Number(process.env.FUZZ_REQUESTS ?? 25_000);

const portal = await filePortal({ worker: true, env: { PASSKEYS: 'true' } });
const staff = await createStaff(portal);

test(`${requests} requests made of the contract, seed ${seed}`, async () => {
  const report = await fuzz(staff, { seed, requests });
  process.stdout.write(`${describeReport(report)}\n`);
  expect([...report.faults], `FUZZ_SEED=${seed}`).toEqual([]);
  expect(gapsOf(report)).toEqual([]);
  expect(report.sent).toBeGreaterThanOrEqual(requests);
  expect(report.reached / report.sent).toBeGreaterThanOrEqual(0.3);
});

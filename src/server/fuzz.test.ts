import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from '#testing/fuzz/fuzz.ts';
import { createStaff, type Staff } from '#testing/fuzz/people.ts';
import { describeReport, gapsOf } from '#testing/fuzz/report.ts';
import { type Portal, startPortal } from '#testing/portal.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const requests = Number(process.env.FUZZ_REQUESTS ?? 2_000);

let portal: Portal;
let staff: Staff;
beforeAll(async () => {
  portal = await startPortal({ worker: true });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

test(`${requests} requests made of the contract, seed ${seed}: no 500, and every error as it is declared`, async () => {
  const report = await fuzz(staff, { seed, requests });
  if (process.env.FUZZ_LOG) process.stdout.write(`${describeReport(report)}\n`);
  const faults = [...report.faults].map(([fault, request]) => `${fault}\n    ${request}`);
  expect(faults, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(gapsOf(report)).toEqual([]);
  expect(report.reached / report.sent).toBeGreaterThan(0.3);
}, 120_000);

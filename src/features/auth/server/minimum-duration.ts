import { setTimeout as delay } from 'node:timers/promises';

/** Longer than either path takes: sending a mail, or pretending to. */
const minimumMilliseconds = 250;

/** Answers, or fails, no sooner than that, so that timing does not reveal whether an address is known. */
export async function withMinimumDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const floor = delay(minimumMilliseconds);
  try {
    return await work();
  } finally {
    await floor;
  }
}

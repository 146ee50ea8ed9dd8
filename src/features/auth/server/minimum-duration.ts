import { setTimeout as delay } from 'node:timers/promises';

/** More than either way takes: sending a mail and pretending to. */
const leastMilliseconds = 250;

/** Answers, or refuses, no sooner than that, so that the time does not tell whether an address is known. */
export async function withMinimumDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const floor = delay(leastMilliseconds);
  try {
    return await work();
  } finally {
    await floor;
  }
}

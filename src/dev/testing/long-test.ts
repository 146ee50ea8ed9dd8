import { test } from 'vitest';

const nothing = () => {};

/** A test that `npm run test:long` alone knows, beside shorter ones of the same subject. */
export const longTest = (
  process.env.LONG_FORMS ? test : Object.assign(nothing, { each: () => nothing, runIf: () => nothing })
) as typeof test;

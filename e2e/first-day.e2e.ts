import { test } from '@playwright/test';
import { firstDay } from './first-day.ts';

// The second pack runs the same journey with the long forms: another university, other courses, papers and fees.
const packs = process.env.LONG_FORMS === 'true' ? ['vishwavidya', 'deccan'] : ['vishwavidya'];

for (const pack of packs) {
  test(`an empty production database with the pack ${pack} hands over a certificate that a stranger verifies`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    await firstDay(browser, pack);
  });
}

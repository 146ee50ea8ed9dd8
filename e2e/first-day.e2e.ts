import { test } from '@playwright/test';
import { firstDay } from './first-day.ts';

// The second pack is another university, with other courses, papers and fees.
const packs = ['vishwavidya', 'deccan'];

for (const pack of packs) {
  test(`an empty production database with the pack ${pack} hands over a certificate that a stranger verifies`, {
    tag: '@long',
  }, async ({ browser }) => {
    test.setTimeout(240_000);
    await firstDay(browser, pack);
  });
}

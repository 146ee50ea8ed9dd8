import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { letters, personName } from '../harness/random.ts';
import { once } from '../set-up/a-university.ts';
import { applyVerified, type Convened, convene } from './b-convene.ts';
import { drawTemplate, expectPrinted } from './b-journey.ts';

// The issue, done when 4: "A journey puts a scan under the studio, places twelve fields by mouse and again by keyboard alone,
// proves with the longest names and brings the version into force". Here by keyboard alone: no pointer is moved or pressed.

let browser: Browser;
let convened: Convened;

beforeEach(
  once(async () => {
    convened = await convene();
    await applyVerified(convened, {
      candidateName: `${personName()} ${letters(9)} ${letters(12)} ${letters(14)}`,
    });
    await applyVerified(convened, { candidateName: 'Om Ra', candidateNameNative: 'ಕರ್ನಾಟಕದ ಲಕ್ಷ್ಮೀ' });
    browser = await openBrowser({ slowMo: 0 });
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await convened?.office.portal.remove();
});

describe('the studio', { timeout: 400_000 }, () => {
  test('4 studio by keyboard: a scan under the sheet, twelve fields, a proof with the longest names, in force, and printed where they were placed', async () => {
    const placed = await drawTemplate(browser, convened, 'keyboard');
    await expectPrinted(convened, placed);
  });
});

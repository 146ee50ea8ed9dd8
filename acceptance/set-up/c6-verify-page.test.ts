import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { between, letters, pick } from '../harness/random.ts';
import { backdateRevocation, letReprint, reopen, revoke, tryPropose } from './c-discovery.ts';
import {
  askAsStranger,
  correct,
  factsOf,
  newPaper,
  newVerified,
  type Office,
  openOffice,
  print,
  type Sheet,
  sheetsOf,
  verifyBy,
} from './c-office.ts';
import { type Told, verifyAsStranger } from './c-screens.ts';

// The issue: "/verify says since when"; PRODUCT.md 4: "The verdicts stay distinct: genuine, superseded by a reprint, revoked
// (since when), issued before the portal, unknown, cannot tell now". As a stranger, on a phone, after reopening and
// revoking: every outcome on the page itself.

let office: Office;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
});
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

type Printed = {
  application: Awaited<ReturnType<typeof newVerified>>;
  name: string;
  sheet: Sheet;
  paperId: string;
};

async function newPrinted(): Promise<Printed> {
  const paperId = await newPaper(office, 6);
  const application = await newVerified(office, paperId);
  await print(office, paperId);
  const [sheet] = await sheetsOf(office, application.id);
  return { application, name: application.candidateName, sheet: sheet!, paperId };
}

async function ask(sheet: { number: string; code: string }, options = {}): Promise<Told> {
  await office.portal.sql('delete from throttles');
  const by = pick(['typing', 'address'] as const);
  return verifyAsStranger(browser, office.portal, sheet.number, sheet.code, { by, ...options });
}

const close = (...told: Told[]) => Promise.all(told.map(({ page }) => page.context().close()));

/** dd/mm/yyyy in India, as every date of the product is shown. */
function dayInIndia(daysAgo: number): string {
  const day = new Date(Date.now() - daysAgo * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10);
  return day.split('-').reverse().join('/');
}

describe('7 the public page', { timeout: 240_000 }, () => {
  test('7.90 genuine: the name and the serial that stand on the sheet', async () => {
    const { name, sheet } = await newPrinted();
    const told = await ask(sheet);
    expect(told.heading).toMatch(/^genuine/i);
    expect(told.text).toContain(name);
    expect(told.text).toContain(sheet.serial);
    await close(told);
  });

  test('7.91 superseded by a corrected copy: the day, no name, and another answer than revoked; the new sheet is genuine', async () => {
    const { application, name, sheet, paperId } = await newPrinted();
    await reopen(office.portal, office.caseWorkers[1], application.id);
    await correct(office.receivers[1], office, application);
    await verifyBy(office.caseWorkers[0], application.id);
    const { certificateId } = await factsOf(office, application.id);
    await letReprint(office.portal, office.admins, certificateId!);
    await print(office, paperId);
    const old = await ask(sheet);
    expect(old.heading).toMatch(/superseded/i);
    expect(old.text).toContain(dayInIndia(0));
    expect(old.text).not.toMatch(/revoked|unknown/i);
    expect(old.text).not.toContain(name);
    expect(old.text).not.toContain(application.candidateName);
    const newest = (await sheetsOf(office, application.id)).find(({ isValid }) => isValid)!;
    const now = await ask(newest);
    expect(now.heading).toMatch(/^genuine/i);
    expect(now.text).toContain(application.candidateName);
    expect(now.text).not.toContain(name);
    await close(old, now);
  });

  test('7.92 revoked: since which day, from the register, and not a word of whom it was about', async () => {
    const { application, name, sheet } = await newPrinted();
    const { certificateId } = await factsOf(office, application.id);
    await revoke(office.portal, ...office.admins, certificateId!);
    const today = await ask(sheet);
    expect(today.heading).toMatch(/revoked/i);
    expect(today.text).toContain(dayInIndia(0));
    expect(today.text).not.toContain(name);
    const days = between(20, 800);
    await backdateRevocation(office.portal, certificateId!, days);
    const earlier = await ask(sheet);
    expect(earlier.heading).toMatch(/revoked/i);
    expect(earlier.text).toContain(dayInIndia(days));
    await close(today, earlier);
  });

  test('7.93 a proposal alone takes nothing back, on the page neither', async () => {
    const { application, sheet } = await newPrinted();
    const { certificateId } = await factsOf(office, application.id);
    expect((await tryPropose(office.portal, office.admins[0], certificateId!)).status).toBe(200);
    const told = await ask(sheet);
    expect(told.heading).toMatch(/^genuine/i);
    await close(told);
  });

  test('7.94 withheld: the sheet is not called false, nor taken back, and says nothing that it does not bear', async () => {
    const { application, name, sheet } = await newPrinted();
    const other = `Corrected ${letters(8)}`;
    await reopen(office.portal, office.caseWorkers[1], application.id);
    await correct(office.receivers[1], office, application, { candidateName: other });
    const told = await ask(sheet);
    // Open: genuine as before (decision 19), or a word of its own such as 'withheld' or 'being corrected'.
    expect(told.heading).toMatch(/genuine|withheld|correct|review/i);
    expect(told.heading).not.toMatch(/unknown|revoked|superseded|not issued/i);
    expect(told.text).not.toContain(other);
    if (/genuine/i.test(told.heading)) expect(told.text).toContain(name);
    await close(told);
  });

  test('7.95 unknown: a wrong code, and a number that nobody has; both the same words', async () => {
    const { sheet } = await newPrinted();
    const alphabet = [...'23456789ABCDEFGHJKMNPQRSTVWXYZ'];
    const code = Array.from({ length: 10 }, () => pick(alphabet)).join('');
    const wrongCode = await ask({ number: sheet.number, code });
    const nobody = await ask({ number: `2031/${between(100_000, 999_999)}`, code: sheet.code });
    for (const told of [wrongCode, nobody]) {
      expect(told.heading).toMatch(/unknown/i);
      expect(told.text).not.toMatch(/revoked|superseded|genuine/i);
    }
    const words = ({ text }: Told) => text.split(/asked:/i)[0];
    expect(words(wrongCode)).toBe(words(nobody));
    await close(wrongCode, nobody);
  });

  test('7.96 every outcome has its own heading, in English, Kannada and Hindi, and the day of a revocation in each', async () => {
    const genuine = (await newPrinted()).sheet;
    const revoked = await newPrinted();
    const { certificateId } = await factsOf(office, revoked.application.id);
    await revoke(office.portal, ...office.admins, certificateId!);
    const corrected = await newPrinted();
    await reopen(office.portal, office.caseWorkers[1], corrected.application.id);
    await correct(office.receivers[1], office, corrected.application);
    await verifyBy(office.caseWorkers[0], corrected.application.id);
    await letReprint(
      office.portal,
      office.admins,
      (await factsOf(office, corrected.application.id)).certificateId!,
    );
    await print(office, corrected.paperId);
    const sheets = [genuine, revoked.sheet, corrected.sheet, { number: genuine.number, code: '2222222222' }];
    for (const [language, script] of [
      ['English', /[a-z]/i],
      ['ಕನ್ನಡ', /\p{Script=Kannada}/u],
      ['हिन्दी', /\p{Script=Devanagari}/u],
    ] as const) {
      const headings: string[] = [];
      for (const sheet of sheets) {
        const told = await ask(sheet, { language, by: 'typing' });
        expect(told.heading, language).toMatch(script);
        if (sheet === revoked.sheet) expect(told.text, language).toContain(dayInIndia(0));
        headings.push(told.heading);
        await close(told);
      }
      expect(new Set(headings).size, `${language}: ${headings}`).toBe(sheets.length);
    }
  });

  test('7.97 the answers of the API say the same, and nothing personal but for a genuine sheet', async () => {
    const { application, name, sheet } = await newPrinted();
    const genuine = await askAsStranger(office, sheet.number, sheet.code);
    expect(genuine).toMatchObject({ verdict: 'genuine', candidateName: name, blankSerial: sheet.serial });
    const { certificateId } = await factsOf(office, application.id);
    await revoke(office.portal, ...office.admins, certificateId!);
    const revoked = await askAsStranger(office, sheet.number, sheet.code);
    expect(revoked).toMatchObject({ verdict: 'revoked', convocationNumber: sheet.number });
    const said = JSON.stringify(revoked);
    for (const word of [name, application.registrationNumber, application.examRollNumber, sheet.serial])
      expect(said).not.toContain(word);
    expect((await askAsStranger(office, sheet.number, 'ZZZZZ22222')).verdict).toBe('unknown');
  });
});

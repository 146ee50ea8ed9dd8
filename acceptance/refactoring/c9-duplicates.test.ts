import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { fn } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits } from '../harness/random.ts';
import { receive, writeApplication } from '../harness/records.ts';

// FAULTS.md C9: "a duplicate candidate is told after everything is typed, without number or link; the same roll under
// another registration is accepted" must become "duplicates (both numbers) told at the first field with a link".

let portal: Portal;
let desks: Desks;
let browser: Browser;
let earlier: Json;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
  earlier = await receive(desks.receiver);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const labels = {
  registrationNumber: 'College Registration number',
  examRollNumber: 'Exam roll number',
} as const;

describe('C9 duplicates', { timeout: 120_000 }, () => {
  for (const [field, label] of Object.entries(labels)) {
    test(`C9: '${label}' of an application that exists is told as soon as it is left, with a link to it`, async () => {
      const page = await openForm();
      await page.getByLabel(label).first().fill(earlier[field]);
      await page.keyboard.press('Tab');
      await page.waitForTimeout(1_500);
      const warning = await nearestText(page, label);
      expect(warning, 'a sentence at the field').toMatch(/already|exists|another application|received/i);
      const link = page
        .getByRole('main')
        .getByRole('link')
        .filter({
          hasText: new RegExp(
            `${earlier.registrationNumber}|${earlier.examRollNumber}|application|view|open|[A-Z]*\\d{4,}`,
            'i',
          ),
        });
      const hrefs = await link.evaluateAll(
        fn<string[]>("(links) => links.map((a) => a.getAttribute('href'))"),
      );
      const [row] = await portal.sql('select * from applications where id = $1', [earlier.id]);
      const numbers = Object.entries(row!)
        .filter(([name]) => /^id$|number/.test(name))
        .map(([, value]) => String(value));
      const leads = hrefs.some((href) =>
        numbers.some((number) => decodeURIComponent(href ?? '').includes(number)),
      );
      expect(leads, `one of ${hrefs.join(' ')} leads to ${numbers.join(' ')}`).toBe(true);
      expect(`${warning}`, 'both numbers are named').toMatch(
        new RegExp(field === 'registrationNumber' ? earlier.examRollNumber : earlier.registrationNumber),
      );
      await page.context().close();
    });
  }

  test('C9: the same roll under another registration is refused, by a code and by the database', async () => {
    const application = await writeApplication(desks.receiver, {
      examRollNumber: earlier.examRollNumber,
      collegeId: earlier.collegeId,
    });
    const answer = await desks.receiver.ask('POST', '/api/applications', { body: application });
    expect([409, 422], answer.text).toContain(answer.status);
    expect(answer.body.code).toMatch(/^applications\./);
    const rows = await portal.sql('select id from applications where exam_roll_number = $1', [
      earlier.examRollNumber,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('C9: the same registration under another roll is refused as well', async () => {
    const application = await writeApplication(desks.receiver, {
      registrationNumber: earlier.registrationNumber,
      collegeId: earlier.collegeId,
    });
    const answer = await desks.receiver.ask('POST', '/api/applications', { body: application });
    expect([409, 422], answer.text).toContain(answer.status);
  });

  test('C9: numbers that nobody has are told nothing', async () => {
    const page = await openForm();
    await page
      .getByLabel(labels.registrationNumber)
      .first()
      .fill(`AC${digits(10)}`);
    await page.keyboard.press('Tab');
    await page.getByLabel(labels.examRollNumber).first().fill(digits(9));
    await page.keyboard.press('Tab');
    await page.waitForTimeout(1_200);
    expect(await nearestText(page, labels.registrationNumber)).not.toMatch(/already|exists/i);
    await page.context().close();
  });
});

async function openForm(): Promise<Page> {
  const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
  await page.getByLabel(labels.registrationNumber).first().waitFor();
  await eventually(() => page.getByLabel(labels.registrationNumber).first().isEditable(), {
    what: 'the form',
  });
  await page.waitForTimeout(400);
  return page;
}

/** What stands at a field: its wrapper's text and what describes it. */
function nearestText(page: Page, label: string): Promise<string> {
  return page
    .getByLabel(label)
    .first()
    .evaluate(
      fn<string>(
        '(e) => { const ids = ((e.getAttribute("aria-describedby") ?? "") + " " + (e.getAttribute("aria-errormessage") ?? "")).trim().split(/\\s+/); let near = e; for (let up = 0; up < 4 && near.parentElement; up += 1) near = near.parentElement; return [near.textContent, ...ids.map((id) => document.getElementById(id)?.textContent ?? "")].join(" "); }',
      ),
    );
}

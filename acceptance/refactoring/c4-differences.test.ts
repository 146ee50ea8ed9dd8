import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { fn } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { personName } from '../harness/random.ts';
import { addStudent, receive, writeApplication } from '../harness/records.ts';

// FAULTS.md C4: "Differences from the student master do not slow a decision; the question repeats neither and covers the
// draft at 1366 × 768; at 200 % the case is hidden" must become "the question names each difference and asks for one
// reason key for all of them, still ≤ 4 keys; it covers nothing that is being decided on".
// Open: which key is a reason. It is one digit, as it is for returning (UX.md: 'R, reason digit, Enter').

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

type Case = { id: string; name: string; inMaster: string; rollInMaster: string; roll: string; page: Page };

describe('C4 differences', { timeout: 180_000 }, () => {
  test('C4: the question names each difference, what was typed and what the master has', async () => {
    const { page, name, inMaster } = await openDifferent();
    await page.keyboard.press('v');
    const text = await questionText(page);
    for (const value of [name, inMaster]) expect(text, 'the question').toContain(value);
    await page.context().close();
  });

  test('C4: V, Enter does not verify; a reason key does, in ≤ 4 keys, one for all differences', async () => {
    const { page, id } = await openDifferent();
    await page.keyboard.press('v');
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(600);
    expect(await statusOf(id), 'V, Enter').toBe('received');
    await page.keyboard.press('Escape');
    for (const key of ['v', '1', 'Enter']) await page.keyboard.press(key);
    await page.waitForTimeout(600);
    if ((await statusOf(id)) !== 'verified') await page.keyboard.press('Enter');
    await eventually(async () => (await statusOf(id)) === 'verified', {
      within: 4_000,
      what: 'verified in four keys',
    });
    await page.context().close();
  });

  test('C4: the reason stands in the audit log with each difference', async () => {
    const { page, id, name, inMaster } = await openDifferent();
    for (const key of ['v', '1', 'Enter']) await page.keyboard.press(key);
    await eventually(async () => (await statusOf(id)) === 'verified', {
      within: 4_000,
      what: 'the verification',
    });
    const { body } = await desks.auditor.get('/api/audit-events?limit=30');
    const text = JSON.stringify((body.rows as Json[]).filter((row) => JSON.stringify(row).includes(id)));
    expect(text).toMatch(/reason|difference/i);
    expect(
      text.includes(name) || text.includes(inMaster) || /candidateName|name/.test(text),
      text.slice(0, 400),
    ).toBe(true);
    await page.context().close();
  });

  test('C4: without a difference V, Enter is enough', async () => {
    const application = await receive(desks.receiver);
    const page = await openVerify(application.candidateName);
    await page.keyboard.press('v');
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await eventually(async () => (await statusOf(application.id)) === 'verified', {
      what: 'the verification',
    });
    await page.context().close();
  });

  for (const [name, size] of [
    ['1366 × 768', { width: 1366, height: 768 }],
    // 200 % of the same screen: half as many CSS pixels.
    ['1366 × 768 at 200 %', { width: 683, height: 384 }],
  ] as const) {
    test(`C4: at ${name} the question covers nothing that is being decided on`, async () => {
      const { page, name: candidate, roll } = await openDifferent(size);
      const [row] = await portal
        .sql(
          'select d.number from demand_drafts d join allocations a on a.demand_draft_id = d.id join applications p on p.id = a.application_id where p.candidate_name = $1',
          [candidate],
        )
        .catch(() => [undefined]);
      await page.keyboard.press('v');
      await questionText(page);
      await page.waitForTimeout(300);
      const decided = [candidate, roll, ...(row ? [row.number as string] : [])];
      const covered = await page.evaluate<string[]>(`(${coveredBy.toString()})(${JSON.stringify(decided)})`);
      expect(covered).toEqual([]);
      await page.context().close();
    });
  }
});

/** The element that a question's heading names: a dialog, or the form that carries its label. */
const questionOf =
  "(h) => h && ((h.id && document.querySelector('[aria-labelledby~=\"' + h.id + '\"]')) || h.closest('[role=dialog], [role=alertdialog], form') || h.nextElementSibling || h.parentElement)";

/** Texts that the question lies over, or that cannot be scrolled to beside it; runs in the page. */
const coveredBy = `function (texts) {
  const question = (${questionOf})([...document.querySelectorAll('h1,h2,h3,h4,[role=heading]')].find((h) => /\\?\\s*$/.test(h.textContent)));
  const inside = (element) => question && question.contains(element);
  const picture = [...document.querySelectorAll('main img, main canvas')].find((one) => one.getBoundingClientRect().width > 60);
  const targets = texts.map((text) => [text, [...document.querySelectorAll('main *')].find((e) => !e.children.length && e.textContent.includes(text) && !inside(e))]);
  if (picture) targets.push(['photo or receipt', picture]);
  return targets.filter(([, element]) => {
    if (!element) return true;
    element.scrollIntoView({ block: 'nearest' });
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !hit || !(element === hit || element.contains(hit) || hit.contains(element));
  }).map(([text]) => text);
}`;

/** A case whose name is spelt otherwise in the student master. */
async function openDifferent(size = { width: 1366, height: 768 }): Promise<Case> {
  const application = await writeApplication(desks.receiver, { candidateName: `Cand ${personName()}` });
  const inMaster = `Master ${personName()}`;
  await addStudent(portal, desks.admin, {
    collegeId: application.collegeId,
    registrationNumber: application.registrationNumber,
    examRollNumber: application.examRollNumber,
    name: inMaster,
  });
  const { id } = await desks.receiver.act('POST', '/api/applications', application);
  const page = await openVerify(application.candidateName, size);
  return {
    id,
    page,
    name: application.candidateName,
    inMaster,
    roll: application.examRollNumber,
    rollInMaster: application.examRollNumber,
  };
}

async function openVerify(name: string, size = { width: 1366, height: 768 }): Promise<Page> {
  const page = await (await contextOf(browser, portal, desks.caseWorker)).newPage();
  await page.setViewportSize(size);
  await page.goto(`/case-worker/verify?q=${encodeURIComponent(name)}`);
  await page.getByText(name).first().waitFor();
  await page
    .getByRole('button', { name: /^Verify/ })
    .first()
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(800);
  return page;
}

async function questionText(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { name: /\?\s*$/ }).first();
  await heading.waitFor({ timeout: 4_000 });
  return heading.evaluate(fn<string>(`(h) => (${questionOf})(h).textContent`));
}

async function statusOf(id: string): Promise<string> {
  return (await portal.sql('select status from applications where id = $1', [id]))[0]!.status;
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { fn, settle } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, personName, pick, shuffled } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { type Award, awardOf, awardValues, listed, shows } from './b-award.ts';
import { award, bodyLeaves, fieldsFor, missingOf, words } from './b-discovery.ts';

// Build: "The award record on … verify screen (differences marked)". Done when 4: "the verify screen keeps ≤ 4 keys".
// FAULTS.md C4 holds for the award record as it does for the name: "the question names each difference and asks for one
// reason key for all of them, still ≤ 4 keys; it covers nothing that is being decided on".
// Open: which facts stand beside the master and which below; a mark is a word, a <mark>, or a named or drawn sign.

let portal: Portal;
let desks: Desks;
let browser: Browser;
let choices: Json;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
  choices = (await desks.receiver.get('/api/application-choices')).body;
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

/** Facts whose values are free, so that two of them differ by more than their spelling. */
const free = [
  'father',
  'mother',
  'guardian',
  'date of birth',
  'mobile',
  'ABC / APAAR id',
  'rank or medal',
  'result date',
];

describe('7.4 award record on the verify screen', { timeout: 180_000 }, () => {
  test('7 Build: the case worker sees every fact of the award record beside the photo and the receipt', async () => {
    const { page, given } = await openCase({});
    const text = (await page.locator('main').textContent()) ?? '';
    for (const name of free)
      expect(shows(text, given.values[name]), `${name} ${given.values[name]}`).toBe(true);
    for (const { name } of award) {
      const value = String(given.values[name]);
      // Values of lists are shown by their words: 'in_absentia' as 'In absentia', 2024-05 as 'May 2024' or 05/2024.
      if (/^(examination|scale|attendance|gender|category|class or division|CGPA or percentage)$/.test(name))
        continue;
      expect(shows(text, value), `${name} ${value}`).toBe(true);
    }
    expect(words(text)).toMatch(/absentia|in person/);
    await page.context().close();
  });

  test('7 Build: differences to the student master are marked, equal facts are not', async () => {
    const differing = shuffled(free).slice(0, between(2, 4));
    const { page, given, master } = await openCase(differentFrom(differing));
    const marks = await page.evaluate<Record<string, boolean>>(
      `(${markedRows})(${JSON.stringify(Object.fromEntries(free.map((name) => [name, forms(given.values[name])])))})`,
    );
    for (const name of free) {
      expect(marks[name], `${name} is ${differing.includes(name) ? '' : 'not '}marked`).toBe(
        differing.includes(name),
      );
    }
    const text = (await page.locator('main').textContent()) ?? '';
    for (const name of differing) expect(shows(text, master.values[name]), `the master’s ${name}`).toBe(true);
    await page.context().close();
  });

  test('7.4: the question names each difference, and one reason key is enough for all: ≤ 4 keys', async () => {
    const differing = shuffled(free).slice(0, between(3, 5));
    const { page, id, given, master } = await openCase(differentFrom(differing));
    await page.keyboard.press('v');
    const question = await questionText(page);
    for (const name of differing) {
      expect(shows(question, given.values[name]), `the question names ${name} of the application`).toBe(true);
      expect(shows(question, master.values[name]), `the question names ${name} of the master`).toBe(true);
    }
    // V, Enter alone does not verify; V, reason digit, Enter does, and a second Enter at most.
    await page.keyboard.press('Enter');
    await settle(page);
    expect(await statusOf(id), 'after V, Enter').toBe('received');
    await page.keyboard.press('Escape');
    for (const key of ['v', pick(['1', '2']), 'Enter']) await page.keyboard.press(key);
    await eventually(async () => (await statusOf(id)) === 'verified', {
      within: 3_000,
      what: 'three keys',
    }).catch(async () => {
      await page.keyboard.press('Enter');
      await eventually(async () => (await statusOf(id)) === 'verified', { within: 3_000, what: 'four keys' });
    });
    const events = await portal.sql(
      "select after::text as said from audit_events where record_id = $1 and event like '%verified'",
      [id],
    );
    expect(events).toHaveLength(1);
    expect(events[0]!.said, 'the reason stands in the log').toMatch(/reason/i);
    await page.context().close();
  });

  test('7.4: without a difference V, Enter verifies: two keys', async () => {
    const { page, id } = await openCase({});
    await page.keyboard.press('v');
    await questionText(page);
    await page.keyboard.press('Enter');
    await eventually(async () => (await statusOf(id)) === 'verified', { what: 'the verification' });
    await page.context().close();
  });

  for (const [name, size] of [
    ['1366 × 768', { width: 1366, height: 768 }],
    ['1366 × 768 at 200 %', { width: 683, height: 384 }],
  ] as const) {
    test(`7.4: at ${name} the question with five differences hides no fact that it asks about`, async () => {
      const differing = shuffled(free).slice(0, 5);
      const { page, given } = await openCase(differentFrom(differing), size);
      await page.keyboard.press('v');
      await questionText(page);
      const covered = await page.evaluate<string[]>(
        `(${coveredBy})(${JSON.stringify(differing.map((one) => forms(given.values[one])))})`,
      );
      expect(covered).toEqual([]);
      await page.context().close();
    });
  }
});

/** A day in both of its ways of writing. */
function forms(value: Json): string[] {
  const said = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(said) ? [said.split('-').reverse().join('/'), said] : [said];
}

function differentFrom(names: string[]): Record<string, string> {
  const other = awardValues();
  return Object.fromEntries(names.map((name) => [name, other[name]!]));
}

type Opened = { page: Page; id: string; given: Award; master: Award };

/** A case whose student stands in the master with another value of some facts, open on the verify screen. */
async function openCase(
  changes: Record<string, string>,
  size = { width: 1366, height: 768 },
): Promise<Opened> {
  const ofStudent = await bodyLeaves(portal, 'POST', '/api/students');
  const ofApplication = await bodyLeaves(portal, 'POST', '/api/applications');
  expect(missingOf(award, ofStudent), 'POST /api/students lacks').toEqual([]);
  expect(missingOf(award, ofApplication), 'POST /api/applications lacks').toEqual([]);
  const same = awardValues();
  const master = awardOf(ofStudent, choices, { ...same, ...changes });
  const given = awardOf(ofApplication, choices, same);
  // A value that was picked from a list is the same on both sides.
  for (const concept of award) {
    if (concept.name in changes || !listed.test(concept.name)) continue;
    const value = master.values[concept.name];
    for (const leaf of fieldsFor(concept, ofApplication)) given.set(leaf.path, concept.name, value);
  }
  // A name that holds none of the facts, so that no other line is taken for theirs.
  const application = await receive(desks.receiver, given.into({ candidateName: personName() }));
  await desks.admin.act(
    'POST',
    '/api/students',
    master.into({
      name: application.candidateName,
      collegeId: application.collegeId,
      address: '12, Temple Road, Mysuru',
      registrationNumber: application.registrationNumber,
      examRollNumber: application.examRollNumber,
    }),
  );
  const page = await (await contextOf(browser, portal, desks.caseWorker)).newPage();
  await page.setViewportSize(size);
  await page.goto(`/case-worker/verify?q=${application.registrationNumber}`);
  await page.getByText(application.candidateName).first().waitFor();
  await page
    .getByRole('button', { name: /^Verify/ })
    .first()
    .waitFor({ state: 'attached' });
  await settle(page);
  return { page, id: application.id, given, master };
}

/** The element that a question's heading names: a dialog, or the form that carries its label. */
const questionOf =
  "(h) => h && ((h.id && document.querySelector('[aria-labelledby~=\"' + h.id + '\"]')) || h.closest('[role=dialog], [role=alertdialog], form') || h.nextElementSibling || h.parentElement)";

async function questionText(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { name: /\?\s*$/ }).first();
  await heading.waitFor({ timeout: 4_000 });
  return heading.evaluate(fn<string>(`(h) => (${questionOf})(h).textContent`));
}

/** For each fact: whether the line that has its value carries a sign of a difference; runs in the page. */
const markedRows = `function (facts) {
  const lines = [...document.querySelectorAll('main tr, main [role=row], main dd, main li')];
  return Object.fromEntries(Object.entries(facts).map(([name, values]) => {
    const line = lines.filter((one) => values.some((value) => one.textContent.includes(value))).sort((a, b) => a.textContent.length - b.textContent.length)[0];
    if (!line) return [name, null];
    const signs = line.querySelector('mark, ins, del, [data-different], [aria-label*="iffer" i], [title*="iffer" i], svg:not([aria-label=same]), img');
    return [name, Boolean(signs) || /differ|≠|not the same/i.test(line.textContent)];
  }));
}`;

/** Facts that the question lies over, or that cannot be scrolled to beside it; runs in the page. */
const coveredBy = `function (facts) {
  const question = (${questionOf})([...document.querySelectorAll('h1,h2,h3,h4,[role=heading]')].find((h) => /\\?\\s*$/.test(h.textContent)));
  return facts.filter((values) => {
    const element = [...document.querySelectorAll('main *')].find((e) => !e.children.length && values.some((value) => e.textContent.includes(value)) && !(question && question.contains(e)));
    if (!element) return true;
    element.scrollIntoView({ block: 'nearest' });
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !hit || !(element === hit || element.contains(hit) || hit.contains(element));
  }).map(([value]) => value);
}`;

async function statusOf(id: string): Promise<string> {
  return (await portal.sql('select status from applications where id = $1', [id]))[0]!.status;
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { example, operationsOf } from '../harness/openapi.ts';
import type { Json, Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { counterOf } from './a-checklist.ts';
import { lines } from './a-names.ts';
import { firstPack, packCommand } from './a-packs.ts';
import { employ, emptyUniversity, once, type University } from './a-university.ts';
import { completeMasters, receiveAt } from './a-walk.ts';

// The issue, done when 1: "Until the checklist allows it, the counter says what is missing and links to it." UNIVERSITY.md 5:
// "University, courses, certificate types, papers, fees, number series, colleges, one receiver and one case worker block
// receiving … What is missing is said at the counter, with the link, instead of an empty select."

let university: University;
let browser: Browser;
let receiver: Person;

beforeEach(
  once(async () => {
    university = await emptyUniversity();
    browser = await openBrowser({ slowMo: 0 });
    receiver = await employ(university, 'receiver');
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

/** What the pack brings; people and the lines of the printing desk come apart from it. */
const ofThePack = ['university', 'courses', 'certificate types', 'fees', 'number series'];

describe('counter', { timeout: 300_000 }, () => {
  test('7.1 receiver: on the empty database the counter names everything that is missing, and has no empty select', async () => {
    const page = await open(receiver);
    const counter = await counterOf(page);
    for (const { name, like } of lines.filter(({ blocks }) => blocks === 'receiving')) {
      // The receiver is there already.
      if (name === 'a receiver') continue;
      expect(counter.text, `what is missing: ${name}`).toMatch(like);
    }
    expect(counter.fields, `fields on a counter that cannot receive: ${counter.text}`).toBe(0);
    await page.context().close();
  });

  test('7.1 admin: each missing thing is linked to the screen on which it is made', async () => {
    const page = await open(university.admin);
    const { links, text } = await counterOf(page);
    for (const { name, like } of lines.filter(({ blocks }) => blocks === 'receiving')) {
      if (name === 'a receiver') continue;
      const link = links.find((one) => like.test(`${one.text} ${one.href}`));
      expect(
        link,
        `a link to ${name} among ${JSON.stringify(links)}; the counter says: ${text}`,
      ).toBeDefined();
      await page.goto(link!.href);
      const main = (await page.locator('main').first().textContent()) ?? '';
      expect(main, `${link!.href} for ${name}`).not.toMatch(/no page at this address|not for your role/i);
    }
    await page.context().close();
  });

  test('7.1: what does not block is not said at the counter: mail, backup and the printing desk only warn', async () => {
    const page = await open(university.admin);
    const { text, links } = await counterOf(page);
    expect(links.length, text).toBeGreaterThan(0);
    for (const name of ['mail tested', 'approved blanks']) {
      const { like } = lines.find((line) => line.name === name)!;
      expect(text, name).not.toMatch(like);
    }
    expect(text).not.toMatch(/backup/i);
    await page.context().close();
  });

  test('7.1: the API refuses an application with a code, and nothing is stored', async () => {
    const answer = await receiver.ask('POST', '/api/applications', { body: await plausible() });
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.code).toMatch(/set_?up|checklist|not_ready|missing|blocked/);
    const said = JSON.stringify(answer.body);
    for (const name of ofThePack) {
      const { like } = lines.find((line) => line.name === name)!;
      expect(said.replaceAll('_', ' '), name).toMatch(like);
    }
    expect(await university.portal.sql('select 1 from applications')).toEqual([]);
  });

  test('7.1: the pack takes its lines off the counter, the rest stays; with the last person the form is there', async () => {
    const imported = packCommand(['import', firstPack()], university);
    expect(imported.code, imported.text).toBe(0);
    const page = await open(receiver);
    await eventually(
      async () => {
        const { text } = await counterOf(page);
        return /case worker/i.test(text) && !/number series/i.test(text);
      },
      { within: 20_000, every: 500, what: 'the case worker alone missing' },
    );
    expect((await counterOf(page)).fields, 'fields while there is no case worker').toBe(0);
    await completeMasters(university.admin);
    const caseWorker = await employ(university, 'case_worker');
    await eventually(async () => (await counterOf(page)).fields > 5, {
      within: 20_000,
      every: 500,
      what: 'the form of the counter',
    });
    const choices = (await receiver.get('/api/application-choices')).body;
    for (const list of ['colleges', 'courses', 'papers', 'certificateTypes', 'academicYears'])
      expect(choices[list].length, list).toBeGreaterThan(0);
    await receiveAt(university.portal, receiver);
    expect(
      (await university.portal.sql('select status from applications')).map(({ status }) => status),
    ).toEqual(['received']);
    expect(caseWorker.role).toBe('case_worker');
    await page.context().close();
  });

  test('7.1: once there are applications, they stay readable while the counter is blocked again', async () => {
    await university.portal.sql("update staff set disabled_at = now() where role = 'case_worker'");
    const page = await open(receiver);
    await eventually(async () => /case worker/i.test((await counterOf(page)).text), {
      within: 20_000,
      every: 500,
      what: 'the missing case worker at the counter',
    });
    const list = await receiver.get('/api/applications');
    expect(list.status).toBe(200);
    expect(list.body.rows.length).toBe(1);
    const again = await receiver.ask('POST', '/api/applications', { body: await plausible() });
    expect(again.status, again.text).toBeGreaterThanOrEqual(400);
    await university.portal.sql("update staff set disabled_at = null where role = 'case_worker'");
    await page.context().close();
  });
});

function open(person: Person): Promise<Page> {
  return openPage(browser, university.portal, person, '/');
}

/** Well-formed, of things that do not exist: the refusal has to come from what is missing, not from the form. */
async function plausible(): Promise<Json> {
  const operation = (await operationsOf(university.portal)).find(
    ({ method, path }) => method === 'POST' && path === '/api/applications',
  )!;
  const id = '01a20649-1443-747f-b531-0a854645821b';
  const today = new Date().toISOString().slice(0, 10);
  const known: Json = {
    registrationNumber: `AC${letters(8).toUpperCase()}`,
    examRollNumber: '123456789',
    candidateName: 'Asha Rao',
    academicYear: '2024-25',
    certificateType: 'Degree',
    totalAmount: 700,
    drafts: [
      {
        number: '123456',
        drawnOn: today,
        bank: 'Bank of Udupi',
        branch: 'Fort',
        amount: 700,
        receiptFileId: id,
      },
    ],
  };
  const { properties, required } = operation.content['application/json']!.schema;
  const value = (schema: Json) =>
    schema.format === 'uuid' ? id : schema.format === 'date' ? today : letters(6);
  return Object.fromEntries(
    (required as string[]).map((name) => [name, known[name] ?? example(properties[name], value)]),
  );
}

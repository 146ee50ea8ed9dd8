import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { personName, registrationNumber } from '../harness/random.ts';
import { receive, versionOf, writeApplication } from '../harness/records.ts';
import { awardOf } from './b-award.ts';
import { eventsAfter, newestEvent, refusedAsApplication, rowsOf } from './b-database.ts';
import { award, bodyLeaves, consent, contact, fieldsFor, type Leaf, words } from './b-discovery.ts';

// Build: "consent and purpose stored with contact details". UNIVERSITY.md section 2: "consent and purpose recorded with
// contact details (DPDP Act 2023, s. 5 and 6), the notice's version kept."
// Open: whether consent is a flag, a day or an object; b-award.ts writes what the declared body asks for.

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

describe('7 consent with contact details', { timeout: 120_000 }, () => {
  test('7 Build: contact details without consent are refused at the counter, in words', async () => {
    const leaves = await applicationLeaves();
    const body = awardOf(leaves, choices).into(await writeApplication(desks.receiver));
    // Every word of consent taken out again; a flag that must be there is said as 'no'.
    for (const { path, schema } of consentLeaves(leaves)) {
      const last = path.at(-1)!;
      const parent = path.slice(0, -1).reduce((at, step) => at?.[step], body);
      if (parent?.[last] === true) parent[last] = false;
      else if (parent && schema) delete parent[last];
    }
    const answer = await desks.receiver.ask('POST', '/api/applications', { body });
    expect([400, 409, 422], answer.text).toContain(answer.status);
    expect(answer.text).toMatch(/consent/i);
    const stored = await portal.sql('select 1 from applications where registration_number = $1', [
      body.registrationNumber,
    ]);
    expect(stored).toEqual([]);
  });

  test('7 Build: an application without contact details needs no consent', async () => {
    const leaves = await applicationLeaves();
    const body = await writeApplication(desks.receiver);
    expect(consentLeaves(leaves).length).toBeGreaterThan(0);
    const answer = await desks.receiver.ask('POST', '/api/applications', { body });
    expect(answer.status, answer.text).toBe(200);
  });

  test('7 Build: with consent it is stored with purpose, the notice’s version, who recorded it and when', async () => {
    const leaves = await applicationLeaves();
    const body = awardOf(leaves, choices).into(await writeApplication(desks.receiver));
    const { id } = await receive(desks.receiver, body);
    const record = await consentOf(id);
    expect(record.given, 'consent').toBeTruthy();
    expect(record.purpose, 'purpose').toBeTruthy();
    expect(String(record.notice ?? ''), 'version of the notice').not.toBe('');
    const text = JSON.stringify(record.rows);
    expect(text, 'by whom').toContain(desks.receiver.staffId);
    expect(text, 'when').toMatch(/\d{4}-\d{2}-\d{2}T/);
    // Read by whom it may concern: the desk that decides, and the auditor.
    for (const desk of [desks.caseWorker, desks.auditor])
      expect((await desk.get(`/api/applications/${id}`)).text).toMatch(/consent/i);
  });

  test('7 Build: the version under which consent was given is never changed, also by the application’s database role', async () => {
    const leaves = await applicationLeaves();
    const body = awardOf(leaves, choices).into(await writeApplication(desks.receiver));
    const { id } = await receive(desks.receiver, body);
    const { rows, noticeColumn } = await consentOf(id);
    const at = rows.find(({ row }) => noticeColumn in row)!;
    const next = typeof at.row[noticeColumn] === 'number' ? `"${noticeColumn}" + 1` : `'another'`;
    const refusal = await refusedAsApplication(
      portal,
      `update "${at.table}" set "${noticeColumn}" = ${next} where "${at.key}" = $1`,
      [id],
    );
    expect(refusal, 'an update of the version').toBeDefined();
    expect(refusal).not.toMatch(/syntax error|does not exist|changed no row/);
  });

  test('7 Build: the student master records consent with contact details as well', async () => {
    const leaves = await bodyLeaves(portal, 'POST', '/api/students');
    expect(consentLeaves(leaves).length, 'consent in POST /api/students').toBeGreaterThan(0);
    const registration = registrationNumber();
    const before = await newestEvent(portal);
    const { id } = await desks.admin.act(
      'POST',
      '/api/students',
      awardOf(leaves, choices).into({
        name: personName(),
        collegeId: choices.colleges[0].id,
        address: '12, Temple Road, Mysuru',
        registrationNumber: registration,
        examRollNumber: registration.slice(2),
      }),
    );
    const record = await consentOf(id);
    expect(record.given).toBeTruthy();
    expect(String(record.notice ?? '')).not.toBe('');
    expect(JSON.stringify(await eventsAfter(portal, before)), 'an event says so').toMatch(/consent/i);
  });

  test('7 Build: contact details that a correction adds want consent as well', async () => {
    const application = await receive(desks.receiver);
    const { id, ...fields } = application;
    await desks.caseWorker.act('POST', `/api/applications/${id}/return`, {
      version: await versionOf(desks.caseWorker, `/api/applications/${id}`),
      reasons: ['name'],
    });
    const leaves = await bodyLeaves(portal, 'POST', '/api/applications/{id}/correct');
    const mobile = leaves.find(({ name }) => award.find((one) => one.name === 'mobile')!.like.test(name));
    expect(mobile, 'mobile in the correction').toBeDefined();
    const version = await versionOf(desks.receiver, `/api/applications/${id}`);
    const answer = await desks.receiver.ask('POST', `/api/applications/${id}/correct`, {
      body: withAt({ ...fields, drafts: [], version }, mobile!.path, '9812345678'),
    });
    expect([400, 409, 422], answer.text).toContain(answer.status);
    expect(answer.text).toMatch(/consent/i);
  });

  test('7 Build: the counter shows the notice with its version where the mobile is asked for', async () => {
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    await page.getByLabel('Candidate name').waitFor();
    await page
      .getByLabel(/mobile/i)
      .first()
      .waitFor({ timeout: 5_000 });
    await page
      .getByLabel(/consent/i)
      .first()
      .waitFor({ timeout: 5_000 });
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toMatch(/notice/i);
    expect(text, 'the version of the notice').toMatch(/(notice|version)[^\n]{0,60}\d/i);
    await page.context().close();
  });
});

function consentLeaves(leaves: Leaf[]): Leaf[] {
  return leaves.filter(({ name }) =>
    [consent.given, consent.purpose, consent.notice].some((like) => like.test(name)),
  );
}

async function applicationLeaves(): Promise<Leaf[]> {
  const leaves = await bodyLeaves(portal, 'POST', '/api/applications');
  const lacking = award
    .filter(({ name }) => contact.includes(name))
    .filter((one) => !fieldsFor(one, leaves).length);
  expect(
    lacking.map(({ name }) => name),
    'contact details that POST /api/applications lacks',
  ).toEqual([]);
  expect(consentLeaves(leaves).length, 'fields of consent in POST /api/applications').toBeGreaterThan(0);
  return leaves;
}

/** What the database keeps of consent with a record: its own columns, or a row of its own that names the record. */
async function consentOf(id: string) {
  const rows = await rowsOf(portal, id);
  const find = (like: RegExp): [string, Json] | undefined =>
    rows
      .flatMap(({ table, row }) =>
        Object.entries<Json>(row).map(([column, value]): [string, string, Json] => [
          column,
          words(`${/consent|notice/.test(table) ? `${table} ` : ''}${column}`),
          value,
        ]),
      )
      .filter(([, name, value]) => like.test(name) && value !== null && value !== '')
      .map(([column, , value]): [string, Json] => [column, value])[0];
  const [noticeColumn = '', notice] =
    find(/\bnotice\b.*\b(version|number)\b|\b(version|number)\b.*\bnotice\b/) ?? [];
  expect(noticeColumn, 'a column with the version of the notice').not.toBe('');
  return { rows, notice, noticeColumn, given: find(consent.given)?.[1], purpose: find(consent.purpose)?.[1] };
}

function withAt(body: Json, path: string[], value: Json): Json {
  const copy = structuredClone(body);
  let at = copy;
  for (const step of path.slice(0, -1)) at = at[step] ??= {};
  at[path.at(-1)!] = value;
  return copy;
}

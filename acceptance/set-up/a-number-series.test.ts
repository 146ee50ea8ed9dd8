import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { gridsOf, scan, searchOf, waitForList } from '../harness/list-page.ts';
import { ask, type Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { versionOf } from '../harness/records.ts';
import { collidingPatterns } from './a-bad-packs.ts';
import { verifyAsStranger } from './a-journey.ts';
import { confirm, readEntry, rowsOfMaster, sendChange } from './a-masters.ts';
import { demand, keyOf, keys, masterNamed, seriesRows } from './a-names.ts';
import { renderNumber } from './a-oracle.ts';
import { firstPack, packCommand, readPack, writePack } from './a-packs.ts';
import { employ, employAll, emptyUniversity, type Office, once, type University } from './a-university.ts';
import { askAsStranger, completeMasters, handOver, printAt, receiveAt, verifyAt } from './a-walk.ts';

// The issue, Build: "Number series by pattern, wherever a number is typed, scanned, imported, searched or verified."
// UNIVERSITY.md 1: "gapless; a change starts a new series; /verify, palette, imports and scans accept every pattern in
// force". Two patterns of chance: the one of the imported pack, and the one that takes its place after a second person
// confirmed it.

let university: University;
let office: Office;
let browser: Browser;

const master = masterNamed('number series');
const year = '2024-25';
const first = `${letters(2).toUpperCase()}/{yy1}-{yy2}/{n:${between(4, 6)}}`;
const second = `${letters(3).toUpperCase()}-{year}-{n:${between(3, 5)}}`;
const begin = between(1, 300);
/** Certificates with their numbers, of the one pattern and of the other. */
type Given = { number: string; certificateId: string; code: string; name: string };
let old: Given | undefined;
let fresh: Given | undefined;
let count = 0;

beforeEach(
  once(async () => {
    const { pack, files } = readPack(firstPack());
    for (const [index, row] of seriesRows(pack).rows.entries()) {
      row[keyOf(row, keys.pattern)!] = index ? `${letters(5).toUpperCase()}/{year}/{n:4}` : first;
      row[keyOf(row, keys.nextNumber) ?? 'nextNumber'] = begin;
    }
    university = await emptyUniversity();
    browser = await openBrowser({ slowMo: 0 });
    const said = packCommand(['import', writePack(pack, files)], university);
    if (said.code !== 0) throw new Error(`import ended with ${said.code}:\n${said.text}`);
    await completeMasters(university.admin);
    office = await employAll(university);
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

describe('a series by pattern', { timeout: 240_000 }, () => {
  test('7 Build series: numbers follow each other from the next number of the pack, in the form of its pattern', async () => {
    for (let index = 0; index < 2; index += 1)
      expect(await verifyOne()).toBe(renderNumber(first, year, begin + count++));
    old = await printOne(first);
  });

  test('7 Build series: gapless: a verification that is refused uses no number up, and two at once get two that follow', async () => {
    const { portal } = university;
    const { id } = await receive();
    const stale = await office.caseWorker.ask('POST', `/api/applications/${id}/verify`, {
      body: { version: 999 },
    });
    expect(stale.status).toBeGreaterThanOrEqual(400);
    const other = await employ(university, 'case_worker');
    const more = [await receive(), await receive(), await receive()];
    const numbers = await Promise.all(
      [{ id }, ...more].map((one, index) => verifyAt(index % 2 ? other : office.caseWorker, one.id)),
    );
    expect(numbers.sort()).toEqual(
      [0, 1, 2, 3].map((ahead) => renderNumber(first, year, begin + count + ahead)),
    );
    count += 4;
    const [row] = await portal.sql(
      'select count(*)::int as all, count(distinct convocation_number)::int as own from certificates',
    );
    expect(row!.all).toBe(row!.own);
  });

  test('7 Build series: a change of the pattern waits for a second person; until then the old one counts on', async () => {
    const { admin } = university;
    const answer = await changePattern(second);
    expect(answer.status, answer.text).toBe(200);
    expect(await verifyOne()).toBe(renderNumber(first, year, begin + count++));
    const confirmed = await confirm(university.portal, office.otherAdmin, second);
    expect(confirmed.status, confirmed.text).toBe(200);
    const patterns = JSON.stringify(await rowsOfMaster(university.portal, admin, master));
    expect(patterns, 'the old series stays in the list').toContain(first);
    expect(patterns).toContain(second);
  });

  test('7 Build series: "a change starts a new series": its own numbers from one on; the old series keeps what it gave', async () => {
    const number = await verifyOne();
    const start = demand(/(\d+)$/.exec(number)?.[1], number);
    expect(number).toBe(renderNumber(second, year, Number(start)));
    expect(Number(start), 'the first of the new series').toBe(1);
    expect(await verifyOne()).toBe(renderNumber(second, year, 2));
    const kept = await university.portal.sql(
      'select convocation_number as number from certificates order by 1',
    );
    const numbers = kept.map((row) => row.number);
    for (let index = 0; index < count; index += 1)
      expect(numbers).toContain(renderNumber(first, year, begin + index));
    fresh = await printOne(second);
  });

  test('7 Build series: by SQL two certificates cannot carry one number', async () => {
    const [row] = await university.portal.sql(
      `select count(*)::int as indexes from pg_index
       where indrelid = 'certificates'::regclass and indisunique and indnkeyatts = 1
         and pg_get_indexdef(indexrelid) like '%convocation_number%'`,
    );
    expect(row!.indexes, 'a unique index on certificates.convocation_number alone').toBeGreaterThan(0);
  });
});

describe('every pattern in force', { timeout: 240_000 }, () => {
  for (const which of ['old', 'new'] as const) {
    const given = () =>
      demand(which === 'old' ? old : fresh, `no certificate of the ${which} pattern was printed`);

    test(`7 Build series, the ${which} pattern: /verify takes its number, on the page and over HTTP`, async () => {
      const { number, code, name } = given();
      const answer = await askAsStranger(university.portal, number, code);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({
        verdict: 'genuine',
        convocationNumber: number,
        candidateName: name,
      });
      const text = await verifyAsStranger(browser, university, number, code);
      expect(text).toMatch(/genuine/i);
      expect(text).toContain(name);
    });

    test(`7 Build series, the ${which} pattern: a wrong code for its number is unknown, and no more is said`, async () => {
      const { number, name } = given();
      const answer = await askAsStranger(university.portal, number, '7K3MQX2P9A');
      expect(answer.body?.verdict, answer.text).toBe('unknown');
      expect(answer.text).not.toContain(name);
    });

    test(`7 Build series, the ${which} pattern: the list finds it by the whole number and by a part`, async () => {
      const { number, certificateId } = given();
      const tail = number.slice(Math.floor(number.length / 2));
      for (const term of [number, tail, number.toLowerCase()]) {
        const { body, status, text } = await office.receiver.get(
          `/api/certificates?search=${encodeURIComponent(term)}`,
        );
        expect(status, text).toBe(200);
        expect(
          body.rows.map(({ id }: Json) => id),
          `search for ${term}`,
        ).toContain(certificateId);
      }
    });

    test(`7 Build series, the ${which} pattern: a scan into the search of a list finds the one certificate`, async () => {
      const { number, name } = given();
      const page = await open('/application-receiver/printed-certificates');
      await waitForList(page);
      await page.evaluate('document.activeElement.blur()');
      await scan(page, `/${number}`);
      await eventually(
        async () => {
          const [grid] = await gridsOf(page);
          return grid?.rows.length === 1 && grid.rows[0]!.cells.some(({ text }) => text.includes(name));
        },
        { what: `the row of ${number}` },
      );
      expect(await searchOf(page).inputValue()).toBe(number);
      await page.context().close();
    });

    test(`7 Build series, the ${which} pattern: a scan with the person's preamble is taken for a number everywhere`, async () => {
      const { number, name } = given();
      const preamble = '~';
      const preferences = (await office.receiver.get('/api/session')).body.session.preferences;
      await office.receiver.act('PUT', '/api/account/preferences', {
        ...preferences,
        scannerPreamble: preamble,
      });
      const page = await open('/application-receiver/manage-application');
      await waitForList(page);
      await page.evaluate('document.activeElement.blur()');
      await scan(page, `${preamble}${number}`);
      await eventually(
        async () =>
          ((await page.locator('body').textContent()) ?? '').includes(name) &&
          (decodeURIComponent(page.url()).includes(number) || /[0-9a-f-]{36}/.test(page.url())),
        { what: `the candidate of ${number} after the scan` },
      );
      await page.context().close();
      await office.receiver.act('PUT', '/api/account/preferences', { ...preferences, scannerPreamble: '' });
    });

    test(`7 Build series, the ${which} pattern: handed over by its number, and every record names it alike`, async () => {
      const { number, certificateId } = given();
      await handOver(office.receiver, certificateId);
      const { body } = await office.receiver.get(`/api/certificates/${certificateId}`);
      expect(body.convocationNumber).toBe(number);
      const log = await office.auditor.get(`/api/audit-events?search=${encodeURIComponent(number)}`);
      expect(log.body.rows.length, 'events that name it').toBeGreaterThan(0);
    });
  }

  test('7 Build series: what fits no pattern is refused at /verify with an example of each that is in force', async () => {
    for (const typed of ['2026-000001-X', 'hello', '№ 17']) {
      const answer = await ask(
        university.portal,
        'GET',
        `/api/verify?number=${encodeURIComponent(typed)}&code=7K3MQX2P9A`,
      );
      expect([200, 422], typed).toContain(answer.status);
      if (answer.status === 200) expect(answer.body.verdict, typed).toBe('unknown');
      else expect(answer.text).toContain(/^[A-Z]+/.exec(second)![0]);
    }
    const page = await (await browser.newContext({ baseURL: university.portal.url })).newPage();
    await page.goto('/verify');
    const field = page.getByLabel('Convocation number');
    await field.waitFor();
    await eventually(
      async () => (await field.getAttribute('placeholder'))?.includes(/^[A-Z]+/.exec(second)![0]),
      { what: 'the example beside the field' },
    );
    await page.context().close();
  });
});

describe('what a series may not be', { timeout: 120_000 }, () => {
  test('7 Build series: a pattern without a counter, or without what its scope counts by, is refused at its field', async () => {
    for (const [pattern, wanted] of [
      [`${letters(3).toUpperCase()}/{year}`, /\{n|counter/i],
      [`${letters(3).toUpperCase()}/{n:5}`, /year|yy/i],
      ['', /pattern/i],
      [`${letters(3).toUpperCase()}/{year}/{what}/{n:5}`, /\{what\}|what/i],
    ] as const) {
      const answer = await changePattern(pattern);
      expect(answer.status, `${pattern}: ${answer.text}`).toBe(422);
      expect(JSON.stringify(answer.body.data ?? answer.body)).toMatch(/pattern/i);
      expect(answer.text).toMatch(wanted);
    }
  });

  test('7 Build series: one that can produce a number of another, also of one that is in force no more, is refused', async () => {
    // Compared without separators: the old pattern in other clothes.
    const clothed = first.replaceAll(/[/-]/g, (mark) => (mark === '/' ? '-' : '/'));
    const answer = await changePattern(clothed);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toMatch(/same number|series|pattern/i);
    const [one, other] = collidingPatterns();
    const accepted = await changePattern(one!);
    expect(accepted.status, accepted.text).toBe(200);
    expect((await confirm(university.portal, office.otherAdmin, one!)).status).toBe(200);
    const clash = await changePattern(other!);
    expect(clash.status, `${one} and ${other}: ${clash.text}`).toBeGreaterThanOrEqual(400);
  });

  test('7 Build series: the next number never goes back behind one that was given', async () => {
    const { portal, admin } = university;
    const rows = await rowsOfMaster(portal, admin, master);
    const row = demand(
      rows.find((one) => JSON.stringify(one).includes(JSON.stringify(second).slice(1, -1))),
      'the second series',
    );
    const entry = await readEntry(portal, admin, master, row.id);
    const field = demand(
      keyOf(entry, keys.nextNumber),
      `a series says its next number: ${JSON.stringify(entry)}`,
    );
    expect(Number(entry[field]), 'the next number').toBeGreaterThan(2);
    const answer = await sendChange(portal, admin, master, entry, { [field]: 1 });
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

async function receive(): Promise<Json> {
  const choices = (await office.receiver.get('/api/application-choices')).body;
  // The type that the first series of the pack belongs to.
  const [type] = choices.certificateTypes;
  return receiveAt(university.portal, office.receiver, {
    academicYear: year,
    certificateType: type.name ?? type,
  });
}

async function verifyOne(): Promise<string> {
  const { id } = await receive();
  return verifyAt(office.caseWorker, id);
}

/** One more of the series, printed; what waits from before is let by. */
async function printOne(pattern: string): Promise<Given> {
  const { portal } = university;
  await portal.sql(
    "update certificates set waiting_since = now() + interval '1 hour' where state = 'to_print'",
  );
  const application = await receive();
  const number = await verifyAt(office.caseWorker, application.id);
  if (pattern === first) expect(number).toBe(renderNumber(first, year, begin + count++));
  const { certificateType, candidateName } = (
    await office.receiver.get(`/api/applications/${application.id}`)
  ).body;
  const [printed] = await printAt(portal, office, { paperId: application.paperId, certificateType });
  expect(printed!.text, 'the number on the sheet').toContain(number);
  expect(await versionOf(office.receiver, `/api/certificates/${printed!.certificateId}`)).toBeGreaterThan(0);
  return { number, certificateId: printed!.certificateId, code: printed!.code, name: candidateName };
}

/** Another pattern for the series that counts now, as an administrator asks for it. */
async function changePattern(pattern: string) {
  const { portal, admin } = university;
  const rows = await rowsOfMaster(portal, admin, master);
  const entries: Json[] = [];
  for (const { id } of rows) entries.push(await readEntry(portal, admin, master, id));
  const key = demand(
    keyOf(entries[0], keys.pattern),
    `a series has a pattern: ${JSON.stringify(entries[0])}`,
  );
  const inForce = [second, first];
  const entry =
    inForce.map((known) => entries.find((one) => one[key] === known)).find(Boolean) ??
    demand(entries[0], 'a series');
  // A new series counts from one; what is not said would be kept of the old one.
  const next = keyOf(entry, keys.nextNumber);
  return sendChange(portal, admin, master, entry, { [key]: pattern, ...(next ? { [next]: 1 } : {}) });
}

function open(path: string): Promise<Page> {
  return openPage(browser, university.portal, office.receiver, path);
}

import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { type Answer, ask, type Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, digits, letters, personName, registrationNumber } from '../harness/random.ts';
import { drawPhoto, receive, upload } from '../harness/records.ts';

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const shape = 35 / 45;

// FAULTS.md C7: "A landscape photo is centre-cropped on the sheet, half a face, and the case worker sees the whole"
// must become "the 35 × 45 crop is made and shown at upload; everybody sees what will print".
describe('C7 photo', () => {
  test('C7: what the case worker is served of a landscape photo is the 35 × 45 crop that prints', async () => {
    const photo = await drawPhoto({ width: between(900, 1_400), height: between(500, 700) });
    const photoFileId = await upload(desks.receiver, 'photo', photo, 'landscape.jpg').catch((error) => {
      // To refuse what has not the shape, by a sentence, holds as well: then the crop is the browser's.
      expect(String(error)).toMatch(/ (400|409|413|415|422) /);
      return undefined;
    });
    if (!photoFileId) return;
    await receive(desks.receiver, { photoFileId });
    for (const path of [`/api/files/${photoFileId}`, `/api/files/${photoFileId}/thumbnail`]) {
      const { width, height } = await served(path, desks.caseWorker.cookie);
      expect(width / height, path).toBeCloseTo(shape, 1);
    }
  });

  test('C7: the form shows the crop at upload', async () => {
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    const field = page.getByRole('group', { name: 'Photo' }).first();
    await field
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'landscape.jpg',
        mimeType: 'image/jpeg',
        buffer: await drawPhoto({ width: 1_200, height: 600 }),
      });
    // Open in the sentence: whether the crop can be moved. A dialog that asks for it is confirmed.
    const confirm = page
      .getByRole('dialog')
      .getByRole('button', { name: /use|crop|save|apply|keep|done|upload/i });
    await confirm
      .first()
      .click({ timeout: 4_000 })
      .catch(() => {});
    await eventually(
      async () => {
        const sizes = await page.evaluate<number[][]>(
          "Array.from(document.querySelectorAll('img, canvas'), (p) => [p.naturalWidth ?? p.width, p.naturalHeight ?? p.height])",
        );
        return sizes.some(([width, height]) => width! > 20 && Math.abs(width! / height! - shape) < 0.03);
      },
      { what: 'a picture of 35 × 45 in the form' },
    );
    await page.context().close();
  });
});

// FAULTS.md C11: "Bulk upload accepts `2.61E+07` and `01/02/2026` as roll numbers" must become "Excel's damage is a
// fault of its own with what to do".
describe('C11 bulk upload', () => {
  test('C11: numbers that Excel has damaged are faults of their own, and the sentence says what to do', async () => {
    const damaged = ['2.61E+07', '01/02/2026', `${digits(1)}.${digits(2)}E+11`, '1-Feb'];
    const rows = damaged.map(
      (roll) => `COL001,${registrationNumber()},${roll},${personName()},,"12, Temple Road, Mysuru"`,
    );
    const sound = `COL001,${registrationNumber()},${digits(8)},${personName()},,"14, Temple Road, Mysuru"`;
    const found = await faultsOf([...rows, sound]);
    expect(found.map((fault) => fault.rowNumber).sort()).toEqual([2, 3, 4, 5]);
    const [anOrdinary] = await faultsOf([
      `COL999,${registrationNumber()},${digits(8)},${personName()},,"12, Temple Road, Mysuru"`,
    ]);
    for (const fault of found) {
      expect(fault.code, 'a code of its own').not.toBe(anOrdinary!.code);
      const sentence = [fault.wanted, fault.sentence, fault.message, fault.advice].filter(Boolean).join(' ');
      expect(sentence, JSON.stringify(fault)).toMatch(/excel|text|format/i);
    }
  });

  test('C11: a registration number in scientific notation is the same fault', async () => {
    const found = await faultsOf([`COL001,2.61E+07,${digits(8)},${personName()},,"12, Temple Road, Mysuru"`]);
    expect(found).toHaveLength(1);
  });
});

// FAULTS.md D3: "Audit search finds none of the words that it shows and its Record filter lacks 7 of 19 kinds" must
// become "the search finds what it shows, in the reader's language, and a day range can be asked".
describe('D3 audit log', () => {
  for (const language of ['en', 'kn', 'hi']) {
    test(`D3: a search for any word that a row shows finds rows (${language})`, async () => {
      const preferences = { density: 'comfortable', language, letterKeys: true };
      await desks.auditor.act('PUT', '/api/account/preferences', preferences);
      const page = await openPage(browser, portal, desks.auditor, '/auditor/audit-log');
      await page.getByRole('row').nth(3).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      const shown = await page.evaluate<string[][]>(
        "Array.from(document.querySelectorAll('[role=row], tr')).slice(1, 40).map((row) => Array.from(row.querySelectorAll('td, [role=cell], [role=gridcell]'), (cell) => cell.textContent.trim()))",
      );
      // Who, desk, what: number and moment have ways of their own.
      const words = new Set(shown.flatMap((cells) => cells.slice(2).filter((text) => text.length > 3)));
      expect(words.size).toBeGreaterThan(4);
      const missed: string[] = [];
      for (const word of [...words].slice(0, 14)) {
        await page.goto(`/auditor/audit-log?q=${encodeURIComponent(word)}`);
        const hit = page.getByRole('row').filter({ hasText: word }).first();
        await hit.waitFor({ timeout: 2_500 }).catch(() => missed.push(word));
      }
      expect(missed).toEqual([]);
      await page.context().close();
      await desks.auditor.act('PUT', '/api/account/preferences', { ...preferences, language: 'en' });
    });
  }

  test('D3: the Record filter has every kind of record that has events', async () => {
    const kinds = await portal.sql('select distinct record_type as kind from audit_events order by 1');
    const page = await openPage(browser, portal, desks.auditor, '/auditor/audit-log');
    await page.getByRole('row').nth(3).waitFor();
    const options = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('select option'), (option) => option.value)",
    );
    expect(kinds.map((row) => row.kind).filter((kind) => !options.includes(kind))).toEqual([]);
    await page.context().close();
  });

  test('D3: a range of days can be asked', async () => {
    const { body } = await ask(portal, 'GET', '/api/openapi.json');
    const names: string[] = body.paths['/audit-events'].get.parameters.map((one: Json) => one.name);
    const from = names.find((name) => /from|since|first/i.test(name));
    const to = names.find((name) => /^to$|until|last|to(Day|Date)/i.test(name));
    expect(from, names.join(' ')).toBeDefined();
    expect(to, names.join(' ')).toBeDefined();
    const [middle] = await portal.sql(
      "select to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, count(*)::int as events from audit_events where at < now() - interval '3 days' group by 1 order by 2 desc limit 1",
    );
    const rows = (
      await desks.auditor.get(`/api/audit-events?limit=100&${from}=${middle!.day}&${to}=${middle!.day}`)
    ).body.rows;
    expect(rows).toHaveLength(Math.min(100, middle!.events));
  });
});

async function served(path: string, cookie: string): Promise<{ width: number; height: number }> {
  const response = await fetch(portal.url + path, { headers: { cookie } });
  expect(response.status, path).toBe(200);
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { width, height };
}

/** Uploads a CSV of students and gives the faults of its dry run. */
async function faultsOf(rows: string[]): Promise<Json[]> {
  const template = (await desks.admin.get('/api/import-templates/students?format=csv')).text;
  const csv = [template.split(/\r?\n/)[0], ...rows].join('\r\n');
  const started: Answer = await desks.admin.ask('POST', `/api/imports?of=students&name=${letters(6)}.csv`, {
    bytes: csv,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(started.status, started.text).toBe(200);
  await eventually(
    async () => {
      const { body } = await desks.admin.get(`/api/imports/${started.body.id}`);
      return /report|checked|ready/.test(body.state) || body.faultyCount > 0 || body.progress === 100;
    },
    { within: 30_000, what: 'the dry run' },
  );
  const { body } = await desks.admin.get(`/api/imports/${started.body.id}/faults`);
  return body.rows ?? body.faults;
}

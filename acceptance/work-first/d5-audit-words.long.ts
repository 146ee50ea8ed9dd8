import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { gridOf, openRow, settle, waitForList } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { pick, shuffled } from '../harness/random.ts';
import { receive, verify } from '../harness/records.ts';
import { indian, isEnglish, scripts, speak } from './d-words.ts';

// The issue: "Complete languages: … audit words". FAULTS.md D3: "the search finds what it shows, in the reader's language".
// Open: which columns an event has. Cells with a person's name, a number or a file say what they say in every language; the
// words of the portal are those columns of which the English list has the same few texts again and again.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
  const { id } = await receive(desks.receiver);
  await verify(desks.caseWorker, id);
});
afterAll(async () => {
  await speak(desks.auditor, 'en').catch(() => {});
  await browser?.close();
  await portal?.remove();
});

const log = '/auditor/audit-log';

async function openLog(query = ''): Promise<Page> {
  const page = await openPage(browser, portal, desks.auditor, `${log}${query}`);
  await waitForList(page);
  return page;
}

/** Columns with words of ours, by their place: event and kind of record at least. */
async function wordColumns(): Promise<number[]> {
  await speak(desks.auditor, 'en');
  const page = await openLog();
  const { rows, headers } = await gridOf(page);
  await page.context().close();
  const columns = headers.flatMap((_, index) => {
    const texts = rows.map(({ cells }) => cells[index]?.text ?? '');
    const isOfOurs =
      texts.every((text) => /^[A-Za-z][a-z:,’' -]*$/.test(text)) && new Set(texts).size < rows.length;
    return isOfOurs ? [index] : [];
  });
  expect(columns.length, `columns of words among ${headers.map(({ text }) => text)}`).toBeGreaterThan(0);
  return columns;
}

describe('audit words', { timeout: 240_000 }, () => {
  for (const language of indian) {
    test(`${language}: each event, kind of record and desk is said in the reader's language`, async () => {
      const columns = await wordColumns();
      const names = shuffled(
        await portal.sql<{ event: string }>('select distinct event from audit_events'),
      ).map(({ event }) => event);
      await speak(desks.auditor, language);
      const faults = new Set<string>();
      // So many kinds of events as the office has, not only those of the newest rows.
      for (const event of ['', ...names.slice(0, 14)]) {
        const [found] = event
          ? await portal.sql('select sequence from audit_events where event = $1 limit 1', [event])
          : [{}];
        if (!found) continue;
        const page = await openLog(event ? `?q=${encodeURIComponent(event.split('.')[0]!)}` : '');
        for (const { cells } of (await gridOf(page)).rows)
          for (const index of columns) {
            const text = cells[index]?.text ?? '';
            if (text && !scripts[language].test(text)) faults.add(`column ${index}: ${text}`);
          }
        await page.context().close();
      }
      expect([...faults]).toEqual([]);
    });

    test(`${language}: the details of an event name its fields and values in the reader's language`, async () => {
      await speak(desks.auditor, language);
      const page = await openLog();
      const faults: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const { rows } = await gridOf(page);
        const row = pick(rows.slice(0, 12));
        await openRow(page, row.cells.find(({ text }) => text.length > 5)?.text.slice(0, 30));
        await page.getByRole('dialog').waitFor();
        await settle(page);
        const labels = await page
          .getByRole('dialog')
          .locator('dt, th, [role=rowheader], [role=term]')
          .allTextContents();
        expect(labels.length, 'fields of an event').toBeGreaterThan(3);
        // ID, IP, SHA-256 and JSON are the same in every language.
        for (const label of labels.map((one) => one.trim()))
          if (
            /[a-z]{3}/i.test(label) &&
            !scripts[language].test(label) &&
            !/^(ID|IP|JSON|SHA.*|[A-Z]{2,5})$/.test(label)
          )
            faults.push(label);
        const lines = await page.evaluate<string[]>(
          "document.querySelector('[role=dialog]').innerText.split('\\n').map((line) => line.trim())",
        );
        // A line of capitalised words is a name, whatever the language.
        const isName = (line: string) => /^(\p{Lu}[\p{L}.’']*[ ,]*)+$/u.test(line);
        for (const line of lines) if (isEnglish(line, language) && !isName(line)) faults.push(line);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
      expect([...new Set(faults)]).toEqual([]);
      await page.context().close();
    });

    test(`${language}: "the search finds what it shows, in the reader's language"`, async () => {
      const columns = await wordColumns();
      await speak(desks.auditor, language);
      const page = await openLog();
      const { rows } = await gridOf(page);
      const shown = shuffled([
        ...new Set(rows.flatMap(({ cells }) => columns.map((index) => cells[index]!.text))),
      ]);
      await page.context().close();
      for (const word of shown.slice(0, 5)) {
        const found = await openLog(`?q=${encodeURIComponent(word)}`);
        await settle(found);
        const hits = (await gridOf(found)).rows.filter(({ cells }) =>
          cells.some(({ text }) => text.includes(word)),
        );
        expect(hits.length, `rows that say ‘${word}’`).toBeGreaterThan(0);
        await found.context().close();
      }
    });
  }
});

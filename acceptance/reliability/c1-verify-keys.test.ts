import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hold, openBrowser, openPage } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters, pick } from '../harness/random.ts';
import { receive } from '../harness/records.ts';

// FAULTS.md C1: "Verify desk: V, R, 1, Enter verifies (twice seen): keys of another act are ignored while the question
// is open" must become "one key grammar for irreversible actions everywhere: keys that only look (zoom, turn, page,
// scroll) leave the question open, another act's key replaces it, any other closes it; Enter confirms only what the
// last key opened; held keys count once".
// Open in the sentence: how a question looks. Here it is the heading '<Act> this application?' of today.

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

describe('C1 verify screen', () => {
  test('C1: V, R, 1, Enter returns and never verifies', async () => {
    const { page, id } = await openCase();
    for (const key of ['v', 'r', '1', 'Enter']) await page.keyboard.press(key);
    await eventually(async () => (await statusOf(id)) !== 'received', { what: 'a decision' });
    expect(await statusOf(id)).toBe('returned');
    expect(await certificatesOf(id)).toBe(0);
    await page.context().close();
  });

  test('C1: R, V, Enter verifies: the last act is the one that is asked for', async () => {
    const { page, id } = await openCase();
    await page.keyboard.press('r');
    await expectQuestion(page, /return/i);
    await page.keyboard.press('v');
    await expectQuestion(page, /verify/i);
    await expectNoQuestion(page, /return/i);
    await page.keyboard.press('Enter');
    await eventually(async () => (await statusOf(id)) === 'verified', { what: 'the verification' });
    await page.context().close();
  });

  test('C1: zoom, turn, page and scroll keys leave the question open, and Enter still confirms it', async () => {
    const { page, id } = await openCase();
    await page.keyboard.press('v');
    await expectQuestion(page, /verify/i);
    const looks = [
      '+',
      '-',
      '0',
      't',
      'Shift+T',
      'Shift+ArrowUp',
      'Shift+ArrowDown',
      'PageDown',
      'PageUp',
      'p',
    ];
    for (const key of looks) {
      await page.keyboard.press(key);
      await expectQuestion(page, /verify/i, `after ${key}`);
    }
    expect(await statusOf(id)).toBe('received');
    await page.keyboard.press('Enter');
    await eventually(async () => (await statusOf(id)) === 'verified', { what: 'the verification' });
    await page.context().close();
  });

  test('C1: any other key closes the question, and Enter after it decides nothing', async () => {
    const { page, id } = await openCase();
    for (const key of [pick([...'bghkqz']), pick(['8', '9', '6']), 'F2', 'Escape', ',']) {
      await page.keyboard.press('v');
      await expectQuestion(page, /verify/i, `before ${key}`);
      await page.keyboard.press(key);
      await expectNoQuestion(page, /verify/i, `after ${key}`);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(400);
      expect(await statusOf(id), `after ${key}, Enter`).toBe('received');
    }
    expect(await certificatesOf(id)).toBe(0);
    await page.context().close();
  });

  test('C1: a held V asks once, a held Enter decides one case and not the next', async () => {
    const { page, name, ids } = await openCases(3);
    await hold(page, 'v', between(8, 20));
    await expectQuestion(page, /verify/i);
    await hold(page, 'Enter', between(20, 40));
    await eventually(async () => (await statusesOf(name)).includes('verified'), { what: 'one decision' });
    await page.waitForTimeout(500);
    expect((await statusesOf(name)).filter((status) => status === 'verified')).toHaveLength(1);
    // The keys of a case that has gone must not open anything on the next one.
    await expectNoQuestion(page, /verify/i);
    expect(ids).toHaveLength(3);
    await page.context().close();
  });

  test('C1: V and Enter held together from the start verify at most the one case that was asked about', async () => {
    const { page, name } = await openCases(3);
    await page.keyboard.down('v');
    await page.keyboard.down('Enter');
    for (let repeat = 0; repeat < 25; repeat += 1) {
      await page.keyboard.down('v');
      await page.keyboard.down('Enter');
    }
    await page.keyboard.up('v');
    await page.keyboard.up('Enter');
    await page.waitForTimeout(800);
    const verified = (await statusesOf(name)).filter((status) => status === 'verified');
    expect(verified.length).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  test('C1: random keys without a confirming Enter right after V never verify', async () => {
    const { page, id } = await openCase();
    const others = ['r', 'b', 'q', '9', 'Escape', 'h'];
    for (let round = 0; round < 12; round += 1) {
      await page.keyboard.press('v');
      await page.keyboard.press(pick(others));
      if (round % 2) await page.keyboard.press('v');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    expect(await statusOf(id)).toBe('received');
    await page.context().close();
  });
});

async function openCase(): Promise<{ page: Page; id: string }> {
  const { page, ids } = await openCases(1);
  return { page, id: ids[0]! };
}

async function openCases(count: number): Promise<{ page: Page; name: string; ids: string[] }> {
  const name = `Keys ${letters(10)}`;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await receive(desks.receiver, { candidateName: `${name} ${letters(4)}` })).id);
  }
  const page = await openPage(
    browser,
    portal,
    desks.caseWorker,
    `/case-worker/verify?q=${encodeURIComponent(name)}`,
  );
  await page.getByText(name).first().waitFor();
  await page
    .getByRole('button', { name: /^Verify/ })
    .first()
    .waitFor();
  // UX.md: "A decision key within 150 ms after the advance is ignored".
  await page.waitForTimeout(700);
  return { page, name, ids };
}

function question(page: Page, act: RegExp) {
  return page
    .getByRole('heading', { name: /this application\?/i })
    .filter({ hasText: act })
    .first();
}

async function expectQuestion(page: Page, act: RegExp, when = ''): Promise<void> {
  await eventually(() => question(page, act).isVisible(), {
    within: 3_000,
    what: `the question ${act} ${when}`,
  });
}

async function expectNoQuestion(page: Page, act: RegExp, when = ''): Promise<void> {
  await eventually(async () => !(await question(page, act).isVisible()), {
    within: 2_000,
    what: `the question ${act} closed ${when}`,
  });
}

async function statusOf(id: string): Promise<string> {
  const rows = await portal.sql('select status from applications where id = $1', [id]);
  return rows[0]!.status;
}

async function statusesOf(name: string): Promise<string[]> {
  const rows = await portal.sql('select status from applications where candidate_name like $1', [`${name}%`]);
  return rows.map((row) => row.status);
}

async function certificatesOf(id: string): Promise<number> {
  return (await portal.sql('select id from certificates where application_id = $1', [id])).length;
}

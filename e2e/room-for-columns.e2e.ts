import { type Browser, expect, type Page, test } from '@playwright/test';
import { translated } from '#platform/server/words/in-language.ts';
import type { Language } from '#shared/languages.ts';
import type { Role } from '#shared/roles.ts';
import { chooseLanguage } from './choose-language.ts';
import { ask } from './database.ts';
import { measureColumns, strayTools } from './measured-columns.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const lists: [Role, string[]][] = [
  [
    'admin',
    [
      '/admin/total-applications',
      '/admin/pending-certificates',
      '/admin/total-fee-generated',
      '/admin/printed-certificates',
      '/admin/user-management',
      '/admin/student-master',
      '/admin/certificate-stock',
    ],
  ],
  ['receiver', ['/application-receiver/printed-certificates', '/application-receiver/bundles']],
  ['case_worker', ['/case-worker/manage-application']],
];

const widths = [1366, 1920, 390];
const leastRoom = 320;

/** English last: it is what the next journey expects. */
const inTurn: Language[] = ['kn', 'hi', 'en'];

/** Types and modes of certificates, which every reader reads in their own language. */
const kinds = ['Degree', 'Provisional', 'Rank', 'Regular', 'Part-time'];

for (const [role, addresses] of lists)
  test(`${role}: no column is cut while another has room, at three widths in three languages`, async ({
    browser,
  }) => {
    const page = await openDesk(browser, role);
    await visit(page, '/account');
    try {
      for (const language of inTurn) {
        await chooseLanguage(page, language);
        for (const address of addresses)
          await test.step(`${address} ${language}`, () => expectRoom(page, address, language));
      }
    } finally {
      await speakEnglish(page);
    }
  });

async function expectRoom(page: Page, address: string, language: Language): Promise<void> {
  await visit(page, address);
  await expect(page.getByRole('row').nth(1)).toContainText(/\S/);
  await expect(page.getByRole('grid').first()).not.toHaveAttribute('aria-busy');
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
    const where = `${address} ${language} ${width}`;
    // The list is drawn again after the window has another width.
    await expect.poll(async () => (await measureColumns(page)).cut, where).toEqual([]);
    const { left, looked } = await measureColumns(page);
    expect(looked, where).toBeGreaterThan(0);
    if (width > 390) expect(left, where).toBeGreaterThanOrEqual(leastRoom);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  expect(await strayTools(page), `${address} ${language}: one row of tools`).toEqual([]);
  if (language === 'en') {
    await expect(
      page.locator('footer', { hasText: /^[\d,]+( of [\d,]+)? entr(y|ies)/ }).first(),
    ).toBeVisible();
    return;
  }
  const cells = await page.getByRole('gridcell').allInnerTexts();
  expect(cells.map((text) => text.trim()).filter((text) => kinds.includes(text))).toEqual([]);
}

test('with a record beside it at 1920 px a list keeps its room, and one menu has its four tools', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/total-applications');
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
  await expect(page.getByRole('complementary', { name: 'Row Details' })).toBeVisible();
  await expect.poll(async () => (await measureColumns(page)).left).toBeGreaterThanOrEqual(leastRoom);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1366, height: 768 });

  const tools = ['Views', 'Columns', 'Print', 'Export'];
  for (const name of tools)
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(0);
  const menus = page.getByRole('main').locator('button[aria-haspopup]:visible');
  const offered: string[] = [];
  for (const menu of await menus.all()) {
    if (await menu.evaluate((button) => button.closest('[role=grid], nav') !== null)) continue;
    await menu.click();
    const popup = page.locator('[role=menu]:visible, [role=listbox]:visible, [role=dialog]:visible');
    await expect(popup).toHaveText([/\S/]);
    offered.push((await popup.textContent()) ?? '');
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  }
  const complete = offered.filter((text) => tools.every((name) => text.includes(name)));
  expect(complete, offered.join('\n')).toHaveLength(1);
});

test('desks that never edit or delete have no icons of it', async ({ browser }) => {
  for (const [role, address, never] of [
    ['case_worker', '/case-worker/manage-application', ['Edit', 'Delete']],
    ['receiver', '/application-receiver/manage-application', ['Delete']],
    ['receiver', '/application-receiver/printed-certificates', ['Edit', 'Delete']],
    ['printer', '/printer/completed-printing', ['Edit', 'Delete']],
    ['auditor', '/auditor/applications', ['Edit', 'Delete']],
  ] as const) {
    const page = await deskAt(browser, role, address);
    for (const name of never)
      await expect(
        page.getByRole('grid').getByRole('button', { name: new RegExp(`^${name}\\b`) }),
        `${address} ${name}`,
      ).toHaveCount(0);
    await expect(
      page
        .getByRole('row')
        .nth(1)
        .getByRole('button', { name: /^View\b/ }),
    ).toBeVisible();
  }
});

test('printed certificates begin at the counter with those to be handed over, oldest first', async ({
  browser,
}) => {
  const page = await deskAt(browser, 'receiver', '/application-receiver/printed-certificates');
  const ready = await ask<{ number: string; day: string }>(
    `select convocation_number as number, printed_at::text as day from certificates
     where state = 'printed' and withheld_at is null order by printed_at, id`,
  );
  const days = new Map(ready.map(({ number, day }) => [number, day]));
  const shown = (await page.getByRole('row').allInnerTexts())
    .map((text) => /\d{4}\/\d{6}/.exec(text)?.[0])
    .filter((number) => number !== undefined);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter((number) => !days.has(number))).toEqual([]);
  expect(days.get(shown[0]!)).toBe(ready[0]!.day);
  const inOrder = shown.map((number) => days.get(number)!);
  expect(inOrder).toEqual(inOrder.toSorted());
  const footer = page.locator('footer', { hasText: /entr(y|ies)/ }).first();
  await expect(footer).toContainText(new RegExp(`^${ready.length}\\b`));
});

test('types and modes of a certificate are said in Kannada and Hindi on its record and its form', async ({
  browser,
}) => {
  const page = await deskAt(browser, 'receiver', '/application-receiver/manage-application');
  const [one] = await ask<{ id: string; type: string; mode: string }>(
    `select id, certificate_type as type, mode_of_study as mode from applications
     where certificate_type = 'Degree' and mode_of_study = 'Regular' order by received_at limit 1`,
  );
  try {
    for (const language of ['kn', 'hi'] as const) {
      await visit(page, `/application-receiver/records/application/${one!.id}`);
      await chooseLanguage(page, language);
      const main = page.getByRole('main');
      for (const word of [one!.type, one!.mode]) {
        expect(translated(language, word), `${word} is translated`).not.toBe(word);
        await expect(main.getByText(word, { exact: true })).toHaveCount(0);
        await expect(main.getByText(translated(language, word)).first()).toBeAttached();
      }
      await visit(page, '/application-receiver/new-application');
      await page.locator('[data-path=certificateType]').click();
      const options = page.getByRole('option');
      await expect(options.first()).toBeVisible();
      expect((await options.allInnerTexts()).filter((text) => kinds.includes(text.trim()))).toEqual([]);
      await page.keyboard.press('Escape');
    }
  } finally {
    await speakEnglish(page);
  }
});

async function deskAt(browser: Browser, role: Role, address: string): Promise<Page> {
  const page = await openDesk(browser, role);
  await visit(page, address);
  await expect(page.getByRole('row').nth(1)).toContainText(/\S/);
  await expect(page.getByRole('grid').first()).not.toHaveAttribute('aria-busy');
  return page;
}

/** On this desk and for the person's next one, also when a step failed on the way. */
async function speakEnglish(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 });
  const { session } = await (await page.request.get('/api/session')).json();
  const preferences = { ...session.preferences, language: 'en' };
  await page.request.put('/api/account/preferences', { data: preferences });
  await page.context().close();
}

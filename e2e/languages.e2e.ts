import { expect, type Page, test } from '@playwright/test';
import { dayInIndia } from '#shared/format.ts';
import { receive, writeApplication } from './applications.ts';
import { openDesk, signIn } from './people.ts';

/** Kannada or Devanagari letters, and none of the words that everybody knows from the English screens. */
const kannada = /[\u0c80-\u0cff]/;
const devanagari = /[\u0900-\u097f]/;

test('a device remembers its language, and a person takes theirs along to every device', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'ಕನ್ನಡ' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'kn');
  await expect(page.locator('main')).toContainText(kannada);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'kn');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await signIn(page, 'receiver');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/account');
  await page.getByLabel('Language').selectOption('हिन्दी');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(devanagari);

  const elsewhere = await openDesk(browser, 'receiver');
  await elsewhere.goto('/');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'hi');
  await expectOnly(elsewhere, devanagari);
  // Amounts, counts and dates keep the one Indian format in Latin digits.
  await expect(elsewhere.getByText(/₹700/).first()).toBeVisible();
  await elsewhere.goto('/application-receiver/new-application');
  await elsewhere.locator('button[type=submit]').click();
  await expect(elsewhere.getByRole('alert').first()).toHaveText(devanagari);

  await elsewhere.goto('/account');
  await elsewhere.locator('select').last().selectOption('English');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
});

test('amounts, days and times are written the Indian way in every language and on every clock', {
  tag: '@long',
}, async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const written = await writeApplication(receiver.request, 932);
  const [draft] = written.drafts;
  const application = { ...written, drafts: [{ ...draft!, amount: 12_34_567 }] };
  await receive(receiver.request, application);
  const found = `/api/applications?${new URLSearchParams({ search: application.registrationNumber })}`;
  const { rows } = await (await receiver.request.get(found)).json();

  const page = await (
    await browser.newContext({ locale: 'kn-IN', timezoneId: 'America/Los_Angeles' })
  ).newPage();
  await page.goto('/');
  await signIn(page, 'receiver');
  for (const language of ['ಕನ್ನಡ', 'हिन्दी', 'English']) {
    await page.goto('/account');
    const select = page.locator('select').filter({ hasText: 'ಕನ್ನಡ' });
    await select.selectOption(language);
    await page.goto(`/application-receiver/demand-drafts?search=${draft!.number}`);
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('₹12,34,567');
    await expect(row).toContainText(draft!.drawnOn.split('-').reverse().join('/'));
    await page.goto(`/application-receiver/records/application/${rows[0].id}`);
    await expect(page.getByText(momentInIndia(rows[0].receivedAt)).first()).toBeVisible();
  }
  // Typed as people type a day.
  await page.goto('/application-receiver/new-application');
  const day = page.getByLabel('DD date').first();
  const typed = `${dayInIndia(new Date()).slice(2, 4)}`;
  for (const text of [`7/3/${typed}`, `07-03-${typed}`, `0703${`20${typed}`}`, '7 mar']) {
    await day.fill(text);
    await day.press('Tab');
    await expect(day).toHaveValue(`07/03/20${typed}`);
  }
});

test("an address that no page has is answered in the reader's language, below a desk and without one", async ({
  browser,
}) => {
  const inKannada = await openDesk(browser, 'printer');
  const { session } = await (await inKannada.request.get('/api/session')).json();
  const speak = (language: string) =>
    inKannada.request.put('/api/account/preferences', {
      data: { ...session.preferences, language },
    });
  await speak('kn');
  try {
    // A browser that knows nothing but the session.
    for (const address of ['/no-such-page', '/printer/no-such-page']) {
      await inKannada.goto(address);
      await expect(inKannada.locator('html'), address).toHaveAttribute('lang', 'kn');
      await expect(inKannada.getByRole('heading', { level: 1 }), address).toHaveText(kannada);
      await expect(inKannada.getByRole('main').getByRole('button').first(), address).toHaveText(kannada);
      await expect(inKannada, address).toHaveTitle(kannada);
    }
  } finally {
    await speak(session.preferences.language);
  }

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/');
  await stranger.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(stranger.locator('html')).toHaveAttribute('lang', 'hi');
  await stranger.goto('/no-such-page');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(devanagari);
});

/** Of the day and the time in India, by the browser's own tables and not by ours. */
function momentInIndia(moment: string): RegExp {
  const [day, time] = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date(moment))
    .split(', ');
  return new RegExp(`${day},? ${time}`);
}

/** Headings of columns, menu and page: what would show a sentence that nobody translated. */
async function expectOnly(page: Page, script: RegExp): Promise<void> {
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  for (const text of await page.locator('[role=columnheader], h1').allInnerTexts())
    expect(text).toMatch(script);
  // Entries of the menu are there while their group is open.
  for (const group of await page.locator('nav button[aria-controls]').all()) {
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    for (const text of await page.locator('nav a').allInnerTexts()) expect(text).toMatch(script);
  }
}

import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request, type Response, test } from '@playwright/test';
import { languageNames, languages } from '#shared/languages.ts';
import { landingPaths, type Role } from '#shared/roles.ts';
import { openDesk, typePassword } from './people.ts';

for (const language of languages)
  test(`the login page in ${languageNames[language]} needs at most 200 KB over the wire, and no schema library`, async ({
    page,
  }) => {
    await page.addInitScript((kept) => localStorage.setItem('language', kept), language);
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response);
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const sizes = await Promise.all(scripts.map((script) => script.request().sizes()));
    const kilobytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024;
    // As they come: compressed.
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(200);
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    expect(bodies.some((script) => script.includes('ZodError'))).toBe(false);
  });

for (const address of ['/verify', '/status'])
  test(`${address} needs at most 250 KB of JavaScript, and nothing of a desk`, async ({ page }) => {
    const scripts = scriptsOf(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('textbox').first()).toBeVisible();
    expect([...scripts].filter((script) => /\/(desk|list|form)-\w+\.js$/.test(script))).toEqual([]);
    expect(kilobytesOf(await bodiesOf(page, [...scripts]))).toBeLessThanOrEqual(250);
  });

test('the landing page is fetched while the one-time code is awaited', async ({ page }) => {
  await page.goto('/');
  const landing = page.waitForResponse(/\/print-queue-\w+\.js$/);
  await typePassword(page, 'printer', 'printer@dikshant.example');
  await landing;
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
});

/** The heaviest screens of the desk with most of them, and of that whose landing page has least. */
const heavy = {
  admin: [
    '/admin/add-college',
    '/admin/bulk-upload?of=students',
    '/admin/settings/opening-balances',
    '/admin/settings/courses/add',
    '/account',
  ],
  case_worker: ['/case-worker/verify', '/account'],
  auditor: ['/auditor/audit-log', '/auditor/applications', '/auditor/fee-totals', '/auditor/stock'],
} satisfies Partial<Record<Role, string[]>>;

for (const role of ['admin', 'case_worker', 'auditor'] as const)
  test(`a later screen of the ${role} needs at most 50 KB more than the desk has`, { tag: '@long' }, async ({
    browser,
  }) => {
    const page = await openDesk(browser, role);
    const scripts = scriptsOf(page);
    const asked = new Set<Request>();
    page.on('request', (request) => asked.add(request));
    page.on('requestfinished', (request) => asked.delete(request));
    page.on('requestfailed', (request) => asked.delete(request));
    // The last that a desk fetches ahead, with what they need, which is asked for in the same moment.
    const ahead = [/pdf-pages-\w+\.js$/, /certificate-record-page-\w+\.js$/].map((script) =>
      page.waitForResponse(script),
    );
    await page.goto(landingPaths[role]);
    await Promise.all(ahead);
    const scriptsAsked = () => [...asked].filter((request) => request.url().endsWith('.js'));
    await expect.poll(scriptsAsked).toEqual([]);
    const atDesk = new Set(scripts);
    for (const address of heavy[role]) {
      scripts.clear();
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      const more = [...scripts].filter((script) => !atDesk.has(script));
      const kilobytes = kilobytesOf(await bodiesOf(page, more));
      expect(kilobytes, `${address}: ${more.join(' ')}`).toBeLessThanOrEqual(50);
    }
  });

/** The addresses of the scripts that a page loads. */
function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  return scripts;
}

/** Asked for again: a browser forgets what a page that was left had loaded. */
function bodiesOf(page: Page, scripts: string[]): Promise<Buffer[]> {
  return Promise.all(scripts.map(async (script) => (await page.request.get(script)).body()));
}

function kilobytesOf(scripts: Buffer[]): number {
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1024;
}

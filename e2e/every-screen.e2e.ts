import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Language, languageNames, languages } from '#shared/languages.ts';
import type { Role } from '#shared/roles.ts';
import { expectColoursClear, expectNothingFound, settleMotion, showIn } from './axe.ts';
import { describeHiddenText, findHiddenText } from './hidden-text.ts';
import { openDesk, password } from './people.ts';
import { visit } from './visit.ts';

/** Every screen that is built, by the role whose desk it is. */
const screens: Record<Role, string[]> = {
  admin: [
    '/admin/dashboard',
    '/admin/dashboard?revenue=table&overview=table',
    '/admin/dashboard?view=users',
    '/admin/user-management',
    '/admin/case-worker-management',
    '/admin/application-receiver-management',
    '/admin/printer-management',
    '/admin/auditor-management',
    '/admin/add-case-worker',
    '/admin/add-application-receiver',
    '/admin/add-printer',
    '/admin/add-auditor',
    '/admin/college-management',
    '/admin/add-college',
    '/admin/student-master',
    '/admin/add-student',
    '/admin/total-applications',
    '/admin/completed-applications',
    '/admin/rejected-applications',
    '/admin/fee-generated',
    '/admin/total-fee-generated',
    '/admin/pending-fee',
    '/admin/fee-totals',
    '/admin/printed-certificates',
    '/admin/pending-certificates',
    '/admin/completed-printing',
    '/admin/pending-print',
    '/admin/bundles',
    '/admin/revocations',
    '/admin/rolls',
    '/admin/signing-batches',
    '/admin/new-bundle?college=COL003',
    '/admin/approved-for-reprint',
    '/admin/pending-reprint-approvals',
    '/admin/ink-stock',
    '/admin/add-ink-stock',
    '/admin/ink-use',
    '/admin/certificate-stock',
    '/admin/add-certificate-stock',
    '/admin/custody',
    '/admin/custody?view=ledger',
    '/admin/stock-counts',
    '/admin/bulk-upload?of=students',
    '/admin/settings/opening-balances',
    '/admin/settings/university',
    '/admin/settings/university/add',
    '/admin/settings/courses',
    '/admin/settings/courses/add',
    '/admin/settings/certificate_types',
    '/admin/settings/certificate_types/add',
    '/admin/settings/offices',
    '/admin/settings/offices/add',
    '/admin/settings/convocations',
    '/admin/settings/convocations/add',
    '/admin/settings/fee_schedule',
    '/admin/settings/fee_schedule/add',
    '/admin/settings/choices',
    '/admin/settings/choices/add',
    '/admin/settings/number_series',
    '/admin/settings/number_series/add',
    '/admin/settings/papers',
    '/admin/settings/papers/add',
    '/admin/settings/inks',
    '/admin/settings/inks/add',
    '/admin/settings/printers',
    '/admin/settings/printers/add',
    '/admin/settings/templates',
    '/admin/settings/proposals?state=all',
    '/admin/settings/pack',
    '/admin/settings/checklist',
    '/admin/demand-drafts',
    '/admin/deposit-slips',
    '/admin/new-deposit-slip',
    '/admin/findings',
    '/admin/settings/exception-limits',
    '/account',
  ],
  case_worker: ['/case-worker/manage-application', '/case-worker/verify'],
  receiver: [
    '/application-receiver/manage-application',
    '/application-receiver/new-application',
    '/application-receiver/demand-drafts',
    '/application-receiver/deposit-slips',
    '/application-receiver/printed-certificates',
    '/application-receiver/bundles',
    '/application-receiver/new-bundle',
  ],
  printer: [
    '/printer/print-queue',
    '/printer/print-runs',
    '/printer/printers',
    '/printer/printers/add',
    '/printer/proofs',
    '/printer/signing-batches',
    '/printer/new-signing-batch',
    '/printer/completed-printing',
    '/printer/reprint-requests',
    '/printer/stock',
    '/printer/stock?view=ink',
    '/printer/stock?view=ink-use',
    '/printer/stock?view=custody',
  ],
  auditor: [
    '/auditor/overview',
    '/auditor/exceptions',
    '/auditor/settings/exception-limits',
    '/auditor/findings',
    '/auditor/findings/reports',
    '/auditor/books',
    '/auditor/books/handing-over',
    '/auditor/people',
    '/auditor/proof',
    '/auditor/concessions',
    '/auditor/draft-days',
    '/auditor/reprints',
    '/auditor/spoilage',
    '/auditor/masters-changed',
    '/auditor/audit-log',
    '/auditor/audit-log/access',
    '/auditor/applications',
    '/auditor/certificates',
    '/auditor/print-runs',
    '/auditor/bundles',
    '/auditor/signing-batches',
    '/auditor/revocations',
    '/auditor/rolls',
    '/auditor/fees',
    '/auditor/fee-totals',
    '/auditor/demand-drafts',
    '/auditor/deposit-slips',
    '/auditor/stock',
    '/auditor/stock?view=counts',
    '/auditor/settings/fee_schedule',
    '/auditor/settings/templates',
    '/auditor/settings/proposals?state=all',
    '/admin/dashboard',
    '/no-such-page',
  ],
};

/** Lists, forms and tabs built like another screen above: `npm run test:long` judges them too. */
const alike = [
  '/admin/dashboard?revenue=table&overview=table',
  '/admin/dashboard?view=users',
  '/admin/printer-management',
  '/admin/bundles',
  '/admin/signing-batches',
  '/admin/printed-certificates',
  '/admin/completed-printing',
  '/admin/fee-totals',
  '/admin/ink-stock',
  '/admin/ink-use',
  '/admin/add-ink-stock',
  '/admin/custody?view=ledger',
  '/admin/settings/certificate_types/add',
  '/admin/settings/offices/add',
  '/admin/settings/fee_schedule',
  '/admin/add-student',
  '/admin/demand-drafts',
  '/printer/stock?view=ink',
  '/printer/stock?view=ink-use',
  '/printer/stock?view=custody',
  '/printer/signing-batches',
  '/application-receiver/printed-certificates',
  '/auditor/concessions',
  '/auditor/draft-days',
  '/auditor/reprints',
  '/auditor/certificates',
  '/auditor/print-runs',
  '/auditor/signing-batches',
  '/auditor/stock?view=counts',
  '/auditor/settings/templates',
  '/admin/case-worker-management',
  '/admin/application-receiver-management',
  '/admin/auditor-management',
  '/admin/add-application-receiver',
  '/admin/add-printer',
  '/admin/add-auditor',
  '/admin/completed-applications',
  '/admin/rejected-applications',
  '/admin/total-fee-generated',
  '/admin/pending-fee',
  '/admin/pending-certificates',
  '/admin/pending-print',
  '/admin/pending-reprint-approvals',
  '/admin/settings/university',
  '/admin/settings/university/add',
  '/admin/settings/courses',
  '/admin/settings/courses/add',
  '/admin/settings/certificate_types',
  '/admin/settings/offices',
  '/admin/settings/convocations',
  '/admin/settings/convocations/add',
  '/admin/settings/fee_schedule/add',
  '/admin/settings/choices',
  '/admin/settings/choices/add',
  '/admin/settings/number_series',
  '/admin/settings/number_series/add',
  '/application-receiver/demand-drafts',
  '/application-receiver/deposit-slips',
  '/application-receiver/bundles',
  '/application-receiver/new-bundle',
  '/printer/completed-printing',
  '/auditor/applications',
  '/auditor/fees',
  '/auditor/fee-totals',
  '/auditor/demand-drafts',
  '/auditor/deposit-slips',
  '/auditor/bundles',
  '/auditor/revocations',
  '/auditor/settings/fee_schedule',
  '/auditor/settings/proposals?state=all',
  '/auditor/rolls',
];

/** The second differs from the first in its colours alone. */
const allLooks = [
  { scheme: 'light', width: 1366, height: 768, judge: expectNothingFound },
  { scheme: 'dark', width: 1366, height: 768, judge: expectColoursClear },
  { scheme: 'light', width: 360, height: 740, judge: expectNothingFound },
] as const;

/** 1280 × 1024 at 400 %: https://www.w3.org/TR/WCAG22/#reflow */
const enlarged = { width: 320, height: 256 };

const isLong = Boolean(process.env.LONG_FORMS);

/** One look costs two minutes: dark and narrow screens are judged by `npm run test:long`. */
const looks = isLong ? allLooks : allLooks.slice(0, 1);

const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];
const colours = [
  { scheme: 'light', forcedColors: 'none' },
  { scheme: 'dark', forcedColors: 'none' },
  { scheme: 'light', forcedColors: 'active' },
] as const;

/**
 * A Latin square: nine hold every pair of a size, colours and a language. Each address has the next one, all nine with
 * `npm run test:long`. The language is that of the address's turn.
 */
const combinations = Array.from({ length: 9 }, (_, index) => {
  const [language, size] = [index % 3, Math.floor(index / 3)] as const;
  return { language: languages[language]!, ...sizes[size]!, ...colours[(language + size) % 3]! };
});
type Combination = (typeof combinations)[number];

/** Who is to speak English again, whatever came in between; the page does not know it. */
let speaker: Page | undefined;
test.afterEach(async () => {
  if (speaker) await speak(speaker, 'en');
  await speaker?.context().close();
  speaker = undefined;
});

/** Any half of the others, without `npm run test:long`. A failure names its screen. */
const isChosen = (address: string) => isLong || (!alike.includes(address) && Math.random() < 1 / 2);

for (const [role, all] of Object.entries(screens) as [Role, string[]][]) {
  test(`${role}: no screen has an error, lost text or anything that axe finds`, async ({ browser }) => {
    const addresses = all.filter(isChosen);
    const steps = isLong ? looks.length + combinations.length : looks.length;
    test.setTimeout(360_000 + addresses.length * steps * 10_000);
    const page = await watchedDesk(browser, role);
    speaker = page;
    const tooltips = new Map<string, boolean>();
    for (const [place, language] of languages.entries()) {
      await visit(page, '/account');
      await page.locator('select').last().selectOption(languageNames[language]);
      await expect(page.locator(`html[lang=${language}] h1`)).toBeVisible({ timeout: 60_000 });
      for (const [index, address] of addresses.entries()) {
        const isItsTurn = index % languages.length === place;
        if (!isItsTurn && !isLong) continue;
        await page.setViewportSize(looks[0]);
        await visit(page, address);
        const seen = isLong ? combinations : combinations.slice(index % 9, (index % 9) + 1);
        if (isItsTurn) await expectAccessible(page, address);
        for (const one of seen.filter((one) => one.language === language))
          await expectTextWhole(page, address, one, tooltips);
      }
    }
  });
}

test('handing over, by each way, and a bundle have nothing that axe finds', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await watchedDesk(browser, 'receiver');
  for (const look of looks) {
    const { width, height, scheme } = look;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/application-receiver/printed-certificates?stage=to_hand_over');
    await page.getByText('Nisha Pillai').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    const dialog = page.getByRole('dialog', { name: /^Hand over certificate/ });
    for (const way of ['In person', 'By post', 'In a bundle']) {
      await dialog.getByText(way, { exact: true }).click();
      await expectNothingFound(page, `${way} ${scheme} ${width}`);
    }
    const { rows } = await (await page.request.get('/api/bundles')).json();
    await page.goto(`/application-receiver/bundles/${rows[0].id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bundle B-\d{6}$/);
    await expectNothingFound(page, `bundle ${scheme} ${width}`);
  }
});

test('setting up an authenticator app has nothing that axe finds', { tag: '@long' }, async ({ browser }) => {
  const page = await watchedDesk(browser, 'admin');
  for (const look of looks) {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    await page.goto('/account');
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await look.judge(page, `password ${look.scheme} ${look.width}`);
    await dialog.getByRole('button', { name: 'Show the QR code' }).click();
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await look.judge(page, `QR code ${look.scheme} ${look.width}`);
  }
});

test('public screens have nothing that axe finds', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  for (const address of ['/', '/verify', '/verify?n=2025%2F000001&c=AAAAA-AAAAA', '/demo/outbox']) {
    await page.goto(address);
    for (const look of looks) {
      await showIn(page, look);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await look.judge(page, `${address} ${look.scheme} ${look.width}`);
    }
  }
});

test('public screens without a script, the guides, have nothing that axe finds', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  for (const address of ['/guide/admin.html', '/guide/receiver.kn.html', '/guide/auditor.hi.html']) {
    await page.goto(address);
    for (const look of looks) {
      await page.setViewportSize(look);
      await page.emulateMedia({ colorScheme: look.scheme });
      await look.judge(page, `${address} ${look.scheme} ${look.width}`);
    }
  }
});

// https://www.w3.org/TR/WCAG22/#text-spacing
test('text spacing that a person sets cuts no text', { tag: '@long' }, async ({ browser }) => {
  for (const [role, address] of [
    ['case_worker', '/case-worker/verify'],
    ['receiver', '/application-receiver/new-application'],
    ['admin', '/admin/dashboard'],
  ] as const) {
    const page = await openDesk(browser, role);
    await page.goto(address);
    await expectLoaded(page);
    // A style sheet of the browser, which no content security policy refuses.
    await page.evaluate(`(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
    })()`);
    const cut = async () =>
      (await findHiddenText(page)).filter(({ kind }) => kind !== 'field').map(describeHiddenText);
    await expect.poll(cut, { message: address }).toEqual([]);
  }
});

async function expectAccessible(page: Page, address: string): Promise<void> {
  for (const look of looks) {
    await showIn(page, look);
    await expectLoaded(page);
    await look.judge(page, `${address} ${look.scheme} ${look.width}`);
  }
  for (const { width, height } of [allLooks[0], enlarged]) {
    await page.setViewportSize({ width, height });
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    await expect.poll(overflow, `${address} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
}

async function expectTextWhole(
  page: Page,
  address: string,
  { language, forcedColors, ...look }: Combination,
  tooltips: Map<string, boolean>,
): Promise<void> {
  await page.emulateMedia({ forcedColors });
  await showIn(page, look);
  await expectLoaded(page);
  await settleMotion(page);
  const where = `${address} ${language} ${look.width} ${forcedColors === 'active' ? 'forced colours' : look.scheme}`;
  // What came in the meantime is measured once more.
  await expect
    .poll(async () => (await findHiddenText(page, tooltips)).map(describeHiddenText), {
      message: where,
      timeout: 3_000,
    })
    .toEqual([]);
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel(/^(Loading|ಲೋಡ್ ಆಗುತ್ತಿದೆ|लोड हो रहा है)$/)).toHaveCount(0);
  await expect(page.locator('[role=row][aria-busy=true]')).toHaveCount(0);
}

/** The language goes with the person, and is there when the next page is loaded. */
async function speak(page: Page, language: Language): Promise<void> {
  const { session } = await (await page.request.get('/api/session')).json();
  const data = { ...session.preferences, language };
  expect((await page.request.put('/api/account/preferences', { data })).ok()).toBe(true);
}

async function watchedDesk(browser: Browser, role: Role): Promise<Page> {
  const page = await openDesk(browser, role);
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) throw new Error(message.text());
  });
  return page;
}

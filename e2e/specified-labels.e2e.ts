import { expect, type Locator, type Page, test } from '@playwright/test';
import { pick, seeded } from '#dev/testing/random.ts';
import { studentAward } from '#shared/award-record.ts';
import type { Role } from '#shared/roles.ts';
import { receive, writeApplication } from './applications.ts';
import { count } from './database.ts';
import { openDesk } from './people.ts';
import { feeColumns, type ListWords, paymentColumns, reprintColumns } from './specified-columns.ts';
import { forms, lists } from './specified-labels.ts';
import { visit } from './visit.ts';

/** What a form asks for behind what is specified. */
const further: Record<string, string[]> = {
  '/admin/add-student': Object.values(studentAward).map(({ label }) => label),
};

test('the add forms ask for what is specified, all of it, and say what is missing', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  for (const [path, fields] of Object.entries(forms)) {
    await visit(page, path);
    const labels = page.locator('form label:visible');
    await expect(labels).toHaveText([...fields, ...(further[path] ?? [])]);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('form [aria-invalid=true]').first()).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('fields need attention');
  }
});

/** Red on the light ground, as the theme has it for what is missing. */
const red = 'rgb(180, 35, 24)';

test('fees: pending is red above zero and a dash at zero, and every status has its badge', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  const place = (name: string) => feeColumns.indexOf(name);
  for (const [path, status, pending] of [
    ['/admin/fee-generated?status=verified', 'Verified', /^-$/],
    ['/admin/fee-generated?status=rejected', 'Rejected', /^₹[1-9][\d,]*$/],
    ['/admin/total-fee-generated', 'Verified', /^-$/],
    ['/admin/pending-fee', 'Rejected', /^₹[1-9][\d,]*$/],
  ] as const) {
    await visit(page, path);
    const totals = page.getByRole('row', { name: 'Total', exact: true });
    const rows = page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell'), hasNot: page.getByText('Total', { exact: true }) });
    await expect(totals).toBeVisible();
    // Until they are there, bars stand in their places.
    await expect(page.getByRole('grid')).not.toHaveAttribute('aria-busy');
    await expect(rows.first()).toBeVisible();
    // All at once: others work beside, and rows come and go.
    const texts = (name: string) =>
      rows.evaluateAll(
        (all, at) => all.map((row) => row.querySelectorAll('[role=gridcell]')[at]?.textContent?.trim() ?? ''),
        place(name),
      );
    await expect.poll(async () => new Set(await texts('Status'))).toEqual(new Set([status]));
    await expect
      .poll(async () => (await texts('pending amount')).filter((text) => !pending.test(text)))
      .toEqual([]);
    const amount = rows.first().getByRole('gridcell').nth(place('pending amount')).locator('[data-due]');
    if (status === 'Rejected') await expect(amount).toHaveCSS('color', red);
    else await expect(amount).toHaveCount(0);
    const badge = rows.first().getByRole('gridcell').nth(place('Status')).locator('[data-tone]');
    await expect(badge).toHaveAttribute('data-tone', status === 'Verified' ? 'good' : 'bad');
    const photo = rows.first().getByRole('gridcell').nth(place('Photo'));
    await expect(photo.getByRole('link', { name: /^Download .+\.jpg$/ })).toHaveAttribute(
      'download',
      /\.jpg$/,
    );
    const receipt = rows.first().getByRole('gridcell').nth(place('Bank receipt(DD)'));
    await expect(receipt.getByRole('link', { name: /^Download .+\.pdf$/ })).toHaveAttribute(
      'download',
      /\.pdf$/,
    );
  }
});

test('reprints: the select offers Select, Approved and Rejected, beside a badge of what is chosen', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  await visit(page, '/admin/pending-reprint-approvals');
  for (const [status, chosen] of [
    ['Pending', 'Select'],
    ['Approved', 'Approved'],
    ['Rejected', 'Rejected'],
  ] as const) {
    await page.getByLabel('Status', { exact: true }).selectOption(status);
    const row = page.getByRole('row').nth(1);
    const actions = row.getByRole('gridcell').nth(reprintColumns.length);
    await expect(actions.locator('[data-tone]')).toHaveText(status);
    await expect(row.getByRole('gridcell').nth(reprintColumns.indexOf('Status'))).toHaveText(status);
    await expect(
      row
        .getByRole('gridcell')
        .nth(4)
        .getByRole('link', { name: /^Download .+\.jpg$/ }),
    ).toHaveAttribute('download', /\.jpg$/);
    const select = actions.getByRole('combobox');
    await expect(select).toHaveValue(chosen);
    await select.click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'Select',
      'Approved',
      'Rejected',
    ]);
    await page.keyboard.press('Escape');
  }
  for (const term of ['kavya', '241006', 'netravati', 'STRIPE']) {
    await visit(page, `/admin/pending-reprint-approvals?q=${term}`);
    await expect(page.getByRole('row').filter({ hasText: 'Kavya Hegde' })).toBeVisible();
  }
});

test('the lists of fees are searched by numbers, names and course, and not by status', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  // One search for both.
  for (const [path, terms] of [
    ['/admin/total-fee-generated', ['COL00', '241', 'a', 'Institute', 'ece']],
    ['/admin/pending-fee', ['COL00']],
  ] as const) {
    for (const term of terms) {
      await visit(page, `${path}?q=${term}`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    }
    await visit(page, `${path}?q=rejected`);
    await expect(
      page.getByRole('paragraph').getByText('No fee records found', { exact: true }),
    ).toBeVisible();
  }
});

test('fee generated has four tiles of fees and, under Staff, the four of staff', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/fee-generated');
  const tiles = page.getByRole('group').filter({ hasText: 'Vs last month' });
  await expect(tiles).toHaveCount(8);
  for (const name of ['Fee generated', 'Fee collected', 'Pending Fee', 'DDs to deposit'])
    await expect(page.getByRole('group', { name, exact: true })).toContainText('Vs last month');
  const staff = page.getByRole('region', { name: 'Staff', exact: true });
  for (const name of ['Total Users', 'Total case workers', 'Total application receivers', 'Total printers'])
    await expect(staff.getByRole('group', { name, exact: true })).toContainText('Vs last month');

  await test.step('what is pending is asked for beside Status, which keeps its three options', async () => {
    const fees = page.getByRole('region', { name: 'Fee records', exact: true });
    await fees.getByText('Pending', { exact: true }).first().click();
    await expect(page).toHaveURL(/pending=pending/);
    const status = fees.getByRole('row').nth(1).getByRole('gridcell').nth(feeColumns.indexOf('Status'));
    await expect(status).toHaveText(/^(Pending|Returned)(, (Pending|Returned))*$/);
  });
});

test('receipts: the list has the first of several and +1; the details have all, and every empty field', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const [application, other] = [
    await writeApplication(page.request, 962),
    await writeApplication(page.request, 963),
  ];
  const half = application.totalAmount / 2;
  const drafts = [...application.drafts, ...other.drafts].map((draft) => ({ ...draft, amount: half }));
  await receive(page.request, { ...application, drafts });
  await visit(page, `/application-receiver/manage-application?q=${application.registrationNumber}`);
  const row = page.getByRole('row').filter({ hasText: application.registrationNumber });
  const cell = (heading: string) => row.getByRole('gridcell').nth(paymentColumns.indexOf(heading));
  await expect(cell('Bank receipt(DD)')).toHaveText(/\+1$/);
  await expect(cell('College name').locator('[title]')).toHaveAttribute('title', /^Sahyadri .+ \(COL001\)$/);
  await cell('Candidate name').click();
  const details = page.getByRole('dialog', { name: /Row Details$/ });
  await expect(details.getByRole('figure'), 'the photo and two receipts').toHaveCount(3);
  await details.getByText(/^Empty: \d+ fields$/).click();
  for (const label of ['Verified by', 'Verified on', 'Rejected by', 'Rejected at', 'Guide name'])
    await expect(details.locator('dt').getByText(label, { exact: true })).toBeVisible();
});

for (const [role, ofRole] of Object.entries(lists) as [Role, ListWords[]][]) {
  test(`the lists of the ${role} are worded as specified, full and filtered to nothing`, async ({
    browser,
  }) => {
    test.setTimeout(60_000 + ofRole.length * 20_000);
    const page = await openDesk(browser, role);
    for (const words of ofRole) {
      await test.step(words.path, async () => {
        await showsRows(page, words);
        await showsNothing(page, words);
        // Every list fails by the same part of the screen, which `list-screen.browser.test.tsx` lets fail.
        if (process.env.LONG_FORMS) await saysWhyItFailed(page, words);
      });
    }
  });
}

function partOf(page: Page, { section }: ListWords): Page | Locator {
  return section === undefined ? page : page.getByRole('region', { name: section, exact: true });
}

async function showsRows(page: Page, words: ListWords): Promise<void> {
  const part = partOf(page, words);
  await visit(page, words.path);
  await expect(page.getByPlaceholder(words.search, { exact: true })).toBeVisible();
  await expect(part.getByRole('columnheader')).toHaveText([
    ...words.columns,
    ...(words.actions ? ['Actions'] : []),
  ]);
  const first = part.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  for (const [place, heading] of words.columns.entries())
    if (/registration number|reg no/i.test(heading) && words.rows !== 'students')
      await expect(first.getByRole('gridcell').nth(place).getByRole('link'), heading).toBeVisible();
  for (const name of words.actions ?? [])
    await expect(first.getByRole('button', { name: new RegExp(`^(${name}):`) })).toBeVisible();
  for (const name of words.never ?? [])
    await expect(part.getByRole('button', { name: new RegExp(`^${name}\\b.*:`) }), name).toHaveCount(0);
  // The list of the counter's printed certificates begins narrowed.
  const footer = part.getByText(/^\d[\d,]*( of [\d,]+)? entr(y|ies)$/).first();
  await expect(footer).toBeVisible();
  if (words.from !== undefined) {
    const all = await count(words.from);
    await expect(footer).toHaveText(`${all.toLocaleString('en-IN')} ${all === 1 ? 'entry' : 'entries'}`);
  }
  for (const name of words.buttons ?? [])
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('button', { name, exact: true })),
    ).toBeVisible();
  for (const [label, options] of Object.entries(words.filters ?? {}))
    expect(await offeredBy(page, label)).toEqual(options);
}

/** What a filter offers, whether it is a select or a chip that opens a list. */
async function offeredBy(page: Page, label: string): Promise<string[]> {
  const select = page
    .getByRole('main')
    .locator('select')
    .and(page.getByLabel(label, { exact: true }));
  const chip = page.getByRole('main').getByRole('button', { name: new RegExp(`^${label}\\b`) });
  await expect(select.or(chip).first()).toBeVisible();
  if ((await select.count()) > 0) return select.first().locator('option').allInnerTexts();
  await chip.first().click();
  const choices = page.getByRole('option').or(page.getByRole('menuitemradio')).or(page.getByRole('menuitem'));
  await expect(choices.first()).toBeVisible();
  const texts = (await choices.allInnerTexts()).map((text) => text.trim());
  await page.keyboard.press('Escape');
  return texts;
}

test('Row Details say whatever a row of the list says', async ({ browser }) => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  const random = seeded(seed);
  for (const [role, ofRole] of Object.entries(lists) as [Role, ListWords[]][]) {
    const page = await openDesk(browser, role);
    const words = pick(
      random,
      ofRole.filter(({ actions, section }) => actions?.includes('View') && section === undefined),
    );
    await visit(page, words.path);
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText(/\S/);
    const cells = await row.getByRole('gridcell').allInnerTexts();
    await row.getByRole('button', { name: /^View\b/ }).click();
    const details = page.getByRole('dialog', { name: /Row Details$/ });
    // The records have one name for a field, the lists the headings that are specified for them.
    const texts = cells.map((text) => text.trim().split('\n')[0]!).filter((text) => !/^[-–]?$/.test(text));
    // Of some students the master knows name, number and college alone.
    expect(texts.length, words.path).toBeGreaterThanOrEqual(3);
    for (const text of texts) await expect(details, words.path).toContainText(text);
    await page.keyboard.press('Escape');
  }
});

test('the lists of fees are tabs of one screen, and the menu keeps its Add forms', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/fee-generated');
  const main = page.getByRole('main');
  for (const [name, path] of [
    ['Total fee generated', '/admin/total-fee-generated'],
    ['Pending fee', '/admin/pending-fee'],
    ['Fee generated', '/admin/fee-generated'],
  ] as const) {
    const exactly = new RegExp(`^${name}( \\d+)?$`, 'i');
    await main
      .getByRole('tab', { name: exactly })
      .or(main.getByRole('link', { name: exactly }))
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(main.getByText(/entr(y|ies)$/).first()).toBeVisible();
  }
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Add forms' }).click();
  for (const path of ['case-worker', 'application-receiver', 'printer', 'auditor', 'college', 'student'])
    await expect(menu.locator(`a[href="/admin/add-${path}"]`)).toBeVisible();
});

async function showsNothing(page: Page, words: ListWords): Promise<void> {
  const part = partOf(page, words);
  await page.getByPlaceholder(words.search, { exact: true }).fill('nobody is called this');
  await expect(part.getByRole('paragraph').getByText(words.empty, { exact: true })).toBeVisible();
  await expect(part.getByText(/^0 of \d[\d,]* entr(y|ies)$/)).toBeVisible();
}

/** A failure is no empty list: it says so, and trying again asks once more. */
async function saysWhyItFailed(page: Page, words: ListWords): Promise<void> {
  const part = partOf(page, words);
  const rows = new RegExp(`/api/${words.rows}(\\?|$)`);
  await page.route(rows, (route) =>
    route.fulfill({
      // One that is not tried again by itself, so that nobody waits for the tries.
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'auth.not_permitted',
        status: 403,
        code: 'auth.not_permitted',
        detail: 'Your role does not include this.',
        requestId: 'a-request',
      },
    }),
  );
  await page.getByPlaceholder(words.search, { exact: true }).fill('nobody is called that');
  await expect(part.getByRole('alert')).toContainText('Your role does not include this.');
  await expect(part.getByText(words.empty, { exact: true })).toHaveCount(0);
  await page.unroute(rows);
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText(/^0 of \d[\d,]* entr(y|ies)$/)).toBeVisible();
}

import type { Browser, Locator, Page } from 'playwright-core';
import { openRow, settle, waitForList } from '../harness/list-page.ts';
import type { Role } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, digits, letters, personName, registrationNumber } from '../harness/random.ts';
import { drawPhoto, writePdf } from '../harness/records.ts';
import { codeTo, type University } from './a-university.ts';
import type { Plan } from './a-walk.ts';

// Steps of the first day on the screens, with the mouse and keys of a person. Labels are those of the specification and of the
// portal of the sixth stage; fields that this stage adds are filled only where they are demanded.

const chips: Record<Role, string> = {
  admin: 'Admin',
  case_worker: 'Case worker',
  receiver: 'application receiver',
  printer: 'Printer',
  auditor: 'Auditor',
};

/** A browser profile of its own, signed in on the login screen; chooses an own password where the portal asks for one. */
export async function signInOnScreen(
  browser: Browser,
  university: University,
  role: Role,
  email: string,
  secret: string,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: university.portal.url,
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto('/');
  await enter(page, university, role, email, secret);
  if (!/first-password/.test(page.url())) return page;
  const own = `Own-${letters(12)}-${digits(4)}`;
  const fields = page.getByRole('main').getByRole('textbox');
  await fields.nth(0).fill(secret);
  await fields.nth(1).fill(own);
  await fields.nth(2).fill(own);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !/first-password/.test(url.pathname));
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('button', { name: 'Login' }))
    .first()
    .waitFor();
  if (new URL(page.url()).pathname === '/') await enter(page, university, role, email, own);
  return page;
}

async function enter(
  page: Page,
  university: University,
  role: Role,
  email: string,
  secret: string,
): Promise<void> {
  const after = university.mails.received.length;
  await page.getByText(chips[role], { exact: true }).first().click();
  await page.getByLabel('Email Id').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login' }).click();
  const code = await eventually(() => codeTo(university, email, after), {
    within: 20_000,
    what: `a code for ${email}`,
  });
  await page.getByLabel('Digit 1 of 4').waitFor();
  await page.keyboard.type(code);
  // Either the desk with its menu, or the screen on which the own password is chosen.
  await page
    .getByRole('navigation', { name: 'Main' })
    .or(page.getByRole('heading', { name: 'Choose your password' }))
    .first()
    .waitFor();
}

// ---------------------------------------------------------------- fields

/** A choice by typing: the first match is highlighted, Tab commits it. */
export async function choose(scope: Page | Locator, label: string | RegExp, text: string): Promise<void> {
  const field = scope.getByRole('combobox', { name: label }).first();
  await field.fill(text);
  await field.press('Tab');
}

/** Chooses the first option of every choice that is still empty; the list of banks takes any text and is left alone. */
async function chooseWhatIsEmpty(scope: Locator): Promise<void> {
  const fields = scope.getByRole('combobox', { disabled: false });
  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index);
    const label = (await labelOf(field)) ?? '';
    if (/bank|guide/i.test(label) || (await field.inputValue())) continue;
    await field.click();
    const first = optionsOn(scope.page()).first();
    await first.click({ timeout: 4_000 }).catch(() => {
      throw new Error(`'${label}' offers nothing`);
    });
  }
}

/** What an open choice offers; the browser's own selects have options as well, which nobody sees. */
function optionsOn(page: Page): Locator {
  return page.locator('[role=listbox] [role=option]').locator('visible=true');
}

async function labelOf(field: Locator): Promise<string> {
  return field.evaluate(
    new Function('e', 'return e.getAttribute("aria-label") ?? (e.labels?.[0]?.textContent ?? "")') as (
      element: unknown,
    ) => string,
  );
}

/** The file field of a group or dialog that names what it takes. */
async function giveFile(
  scope: Page | Locator,
  group: string | RegExp,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const box = scope.getByRole('group', { name: group }).last();
  await box.locator('input[type=file]').first().setInputFiles(file);
  // A link to it once the portal has it.
  await box.getByRole('link', { name: file.name }).first().waitFor();
}

/** Every text field of a form by a pattern of its label; those that the form does not have are passed over. */
export async function fillKnown(scope: Locator, values: [RegExp, string][]): Promise<void> {
  for (const [like, value] of values) {
    const field = scope.getByRole('textbox', { name: like }).first();
    if (await field.count()) await field.fill(value);
  }
}

async function accept(page: Page, name: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name, disabled: false }).last().click();
}

// ---------------------------------------------------------------- people and stock

const addForms: Record<Exclude<Role, 'admin'>, string> = {
  case_worker: '/admin/add-case-worker',
  receiver: '/admin/add-application-receiver',
  printer: '/admin/add-printer',
  auditor: '/admin/add-auditor',
};

export async function employOnScreen(
  page: Page,
  role: Exclude<Role, 'admin'>,
): Promise<{ role: Role; email: string; secret: string }> {
  const email = `${letters(9)}@university.example`;
  const secret = `Initial-${letters(10)}-${digits(4)}`;
  await page.goto(addForms[role]);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  await fillKnown(main, [
    [/^name$/i, personName()],
    [/^email/i, email],
    [/^password$/i, secret],
    [/^mobile/i, `98${digits(8)}`],
    [/^printer code$/i, `PR${digits(2)}`],
  ]);
  await choose(main, 'Code', 'ALL');
  await chooseWhatIsEmpty(main);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL((url) => url.pathname !== addForms[role]);
  return { role, email, secret };
}

/** A printer for its operators, where the printers' screen has none. */
export async function addPrinterOnScreen(page: Page): Promise<void> {
  await page.goto('/printer/printers');
  await waitForList(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /add printer/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await fillKnown(dialog, [
    [/code/i, `PR${digits(2)}`],
    [/^printer$/i, `Press ${letters(5)}`],
  ]);
  await accept(page, /add|save/i);
  await dialog.waitFor({ state: 'hidden' });
}

/** A delivery of sheets of a paper: entered by one administrator, approved by another. Gives the first serial. */
export async function stockOnScreen(
  page: Page,
  other: Page,
  { paper }: Plan,
  count: number,
): Promise<string> {
  await page.goto('/admin/add-certificate-stock');
  const main = page.getByRole('main');
  await main.getByRole('combobox', { name: /certificate name/i }).click();
  const option = optionsOn(page).filter({ hasText: paper.name }).filter({ hasText: paper.colour });
  await option
    .or(optionsOn(page).filter({ hasText: paper.name }))
    .first()
    .click();
  const prefix = letters(3).toUpperCase();
  const first = between(1_000, 400_000);
  await fillKnown(main, [
    [/serial prefix/i, prefix],
    [/first serial/i, String(first)],
    [/last serial/i, String(first + count - 1)],
    [/total quantity/i, String(count)],
  ]);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL((url) => !/add-certificate-stock/.test(url.pathname));
  await other.goto(`/admin/certificate-stock`);
  await waitForList(other);
  await openRow(other);
  await other.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click();
  await accept(other, /approve/i);
  await other.getByRole('dialog', { name: /^approve/i }).waitFor({ state: 'hidden' });
  return `${prefix}${String(first).padStart(6, '0')}`;
}

// ---------------------------------------------------------------- the certificate's way

export type Candidate = { name: string; registrationNumber: string; examRollNumber: string; total: number };

/** The counter: an application of one candidate, paid by a draft of what the form asks for. */
export async function receiveOnScreen(
  page: Page,
  academicYear: string,
  { type, paper }: Plan,
): Promise<Candidate> {
  const candidate = {
    name: personName(),
    registrationNumber: registrationNumber(),
    examRollNumber: digits(9),
    total: 0,
  };
  await page.goto('/application-receiver/new-application');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Candidate name' }).waitFor();
  await fillKnown(main, [
    [/^college registration number$/i, candidate.registrationNumber],
    [/^exam roll number$/i, candidate.examRollNumber],
    [/^candidate name$/i, candidate.name],
    [/^guide name$/i, `Dr. ${personName()}`],
  ]);
  await choose(main, 'Academic year', academicYear);
  await choose(main, 'Certificate type', type);
  await choose(main, 'Chosen Color', paper.colour);
  await choose(main, 'Selected Paper', paper.name);
  await chooseWhatIsEmpty(main);
  const photo = { name: `photo-${letters(5)}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto() };
  await giveFile(main, 'Photo', photo);
  const shown = main.getByLabel('Total amount').first();
  candidate.total = await eventually(
    async () => {
      const text = (await shown.inputValue().catch(() => shown.textContent())) ?? '';
      return /\d/.test(text) ? { rupees: Number(text.replaceAll(/[^\d]/g, '')) } : undefined;
    },
    { what: 'the total at the counter' },
  ).then(({ rupees }) => rupees);
  if (candidate.total > 0) {
    const draft = main.getByRole('group', { name: 'Demand draft 1' });
    const day = new Date(Date.now() - 5 * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split('-')
      .reverse()
      .join('/');
    await fillKnown(draft, [
      [/number/i, digits(6)],
      [/date/i, day],
    ]);
    await draft.getByRole('combobox', { name: /bank/i }).fill(`Bank of ${letters(6)}`);
    await fillKnown(draft, [
      [/branch/i, `Branch ${letters(5)}`],
      [/amount/i, String(candidate.total)],
    ]);
    const scan = { name: `dd-${letters(5)}.pdf`, mimeType: 'application/pdf', buffer: writePdf() };
    await giveFile(draft, /receipt/i, scan);
  }
  await page.keyboard.press('Control+Enter');
  return candidate;
}

/** The case worker: V, Enter, at the case that waits. */
export async function verifyOnScreen(page: Page, candidate: Candidate): Promise<void> {
  await page.goto('/case-worker/verify');
  await page.getByRole('heading', { name: candidate.name }).waitFor();
  await settle(page);
  await page.keyboard.press('v');
  await page
    .getByRole('form', { name: /^verify/i })
    .or(page.getByRole('dialog', { name: /^verify/i }))
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
}

/** The proof sheet of a layout, signed off by somebody else. */
export async function proofOnScreen(printer: Page, other: Page, { type, paper }: Plan): Promise<void> {
  await printer.goto('/printer/proofs');
  await printer.getByRole('button', { name: 'Make proof sheet' }).click();
  const dialog = printer.getByRole('dialog').last();
  await dialog.getByRole('combobox').first().click();
  await optionsOn(printer).filter({ hasText: type }).filter({ hasText: paper.colour }).first().click();
  await accept(printer, /^make proof/i);
  await dialog.waitFor({ state: 'hidden' });
  await other.goto('/printer/proofs');
  await waitForList(other);
  await openRow(other);
  await other
    .getByRole('button', { name: /^sign off/i })
    .first()
    .click();
  const question = other.getByRole('dialog').filter({ hasText: /sign/i }).last();
  if (await question.count()) await accept(other, /^sign off/i);
}

/** A run of one sheet, good. */
export async function printOnScreen(page: Page, serial: string): Promise<void> {
  await page.goto('/printer/print-queue');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^prepare run/i, disabled: false })
    .first()
    .click();
  await accept(page, /^prepare run/i);
  await page.waitForURL(/print-runs\/[0-9a-f-]{36}/);
  const start = page.getByRole('button', { name: 'Start printing', disabled: false });
  await start.first().click();
  await page.getByRole('dialog').last().getByRole('textbox').first().fill(serial);
  await accept(page, /^start printing/i);
  const file = page.getByRole('link', { name: 'Open print file' });
  await file.waitFor();
  const href = await file.getAttribute('href');
  const answer = await page.request.get(href!);
  if (!answer.ok()) throw new Error(`print file: ${answer.status()}`);
  const row = page.getByRole('row').filter({ hasText: serial });
  await page.reload();
  await row.getByRole('button', { name: 'Good', disabled: false }).click();
  await page.getByRole('button', { name: 'Close run', disabled: false }).click();
  const dialog = page.getByRole('dialog').last();
  await fillKnown(dialog, [
    [/good/i, '1'],
    [/spoilt/i, '0'],
    [/missing/i, '0'],
  ]);
  await accept(page, /^close run/i);
  await dialog.waitFor({ state: 'hidden' });
}

export async function handOverOnScreen(page: Page, number: string): Promise<void> {
  await page.goto(`/application-receiver/printed-certificates?q=${encodeURIComponent(number)}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^hand over/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Identity document seen').fill('Passport');
  await accept(page, /^hand over$/i);
  await dialog.waitFor({ state: 'hidden' });
}

/** Somebody without a session types number and code of the sheet; what the page answers. */
export async function verifyAsStranger(
  browser: Browser,
  university: University,
  number: string,
  code: string,
): Promise<string> {
  const context = await browser.newContext({ baseURL: university.portal.url });
  const page = await context.newPage();
  await page.goto('/verify');
  await page.getByLabel('Convocation number').fill(number);
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  // The page itself says what a genuine certificate looks like; the verdict is what is announced.
  await page.locator('main [aria-live]').getByRole('heading').first().waitFor({ timeout: 15_000 });
  const text = ((await page.locator('main').first().textContent()) ?? '').replaceAll(/\s+/g, ' ');
  await context.close();
  return text;
}

import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { readQrCode } from '#dev/testing/print-file.ts';
import type { Pack } from '#features/packs/pack.ts';
import { readPackFiles, zipPack } from '#features/packs/server/pack-files.ts';
import { choose, fillDraft, upload } from './application-form.ts';
import { newDraft } from './drafts.ts';
import { createAdmin, openFirstDesk, startUniversity, type University } from './university.ts';
import { visit } from './visit.ts';

const candidate = { name: 'Ishwarya Raghavendra', registration: 'REG2024001', roll: '24999001' };
const sheets = { prefix: 'AB', first: 1, count: 3 };
const firstSerial = 'AB000001';

type Desks = Record<'admin' | 'second' | 'receiver' | 'caseWorker' | 'printer', Page>;

/** From an empty production database to a stranger who verifies the first certificate, all of it on the screens. */
export async function firstDay(browser: Browser, packName: string): Promise<void> {
  const files = await readPackFiles(`packs/${packName}`);
  const pack = JSON.parse(files.json) as Pack;
  const university = await startUniversity();
  try {
    const admins = await test.step('the administrators are made by command', () => addAdmins(university));
    const admin = await openFirstDesk(browser, university, admins[0]!);
    await test.step('the portal opens on the checklist, and the counter says what is missing', () =>
      lookAtEmptyPortal(admin));
    await test.step('the pack is looked at and imported', () =>
      importPack(admin, { name: `${packName}.zip`, bytes: Buffer.from(zipPack(files)), pack }));
    const desks = await test.step('people are added, and choose passwords of their own', async () => ({
      admin,
      second: await openFirstDesk(browser, university, admins[1]!),
      ...(await employ(browser, university, admin)),
    }));
    await test.step('blanks are received and approved, the proof is signed off, mail is tested', () =>
      completeChecklist(desks, pack));
    await test.step('the first application is received and verified', () => receive(desks, pack));
    const number = await verify(desks.caseWorker);
    const address = await test.step('its certificate is printed', () => print(desks.printer, number));
    await test.step('and handed over', () => handOver(desks.receiver, number));
    await test.step('a stranger scans it', async () => {
      const stranger = await (await browser.newContext()).newPage();
      await stranger.goto(address);
      const verdict = stranger.getByRole('main');
      await expect(verdict).toContainText(/genuine/i);
      const { degreeTitle, subject } = pack.courses[0] as Record<string, string>;
      for (const fact of [
        candidate.name,
        number,
        firstSerial,
        String(pack.university[0]!.name),
        degreeTitle,
        subject,
      ])
        await expect(verdict).toContainText(fact!);
    });
  } finally {
    await university.close();
  }
}

async function addAdmins(university: University) {
  const people = [
    { email: 'anita@university.example', name: 'Anita Deshpande' },
    { email: 'suresh@university.example', name: 'Suresh Bhat' },
  ];
  const newcomers = [];
  for (const { email, name } of people)
    newcomers.push({
      role: 'admin' as const,
      email,
      initialPassword: await createAdmin(university, email, name),
    });
  return newcomers;
}

/** The line of a thing on the checklist. */
function lineOf(page: Page, label: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: label, exact: true }) });
}

async function lookAtEmptyPortal(admin: Page): Promise<void> {
  await expect(admin).toHaveURL(/\/admin\/settings\/checklist$/);
  await expect(lineOf(admin, 'Courses')).toContainText('Not yet');
  await expect(lineOf(admin, 'A second administrator')).toContainText('Done');
  await visit(admin, '/printer/print-queue');
  await expect(admin.getByRole('main')).toContainText('Nothing can be printed yet');
  await expect(admin.getByRole('main').getByRole('link', { name: 'Approved blanks' })).toBeVisible();
  await visit(admin, '/application-receiver/new-application');
  const counter = admin.getByRole('main');
  await expect(counter).toContainText('Applications cannot be received yet');
  await expect(counter.getByRole('combobox')).toHaveCount(0);
  await counter.getByRole('link', { name: 'Courses' }).click();
  await expect(admin).toHaveURL(/\/admin\/settings\/courses$/);
}

async function importPack(
  admin: Page,
  { name, bytes, pack }: { name: string; bytes: Buffer; pack: Pack },
): Promise<void> {
  await visit(admin, '/admin/settings/checklist');
  await admin.getByRole('link', { name: 'Import a pack' }).click();
  const main = admin.getByRole('main');
  await main.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
  for (const { name } of pack.courses) await expect(main).toContainText(String(name));
  await main.getByRole('button', { name: 'Import pack' }).click();
  await expect(admin.getByText(/^Imported: \d+ entries\.$/)).toBeVisible();
  await visit(admin, '/admin/settings/checklist');
  for (const brought of [
    'University',
    'Courses',
    'Certificate types',
    'Papers',
    'Fees',
    'Colleges',
    'Offices',
  ])
    await expect(lineOf(admin, brought)).toContainText('Done');
  for (const left of ['A receiver', 'A case worker', 'Approved blanks', 'Template proof', 'Mail tested'])
    await expect(lineOf(admin, left)).toContainText('Not yet');
}

/** Everybody whom the checklist asks for, each by the form of their role. */
async function employ(browser: Browser, university: University, admin: Page) {
  await visit(admin, '/printer/printers');
  const main = admin.getByRole('main');
  await main.getByRole('link', { name: 'Add printer' }).first().click();
  await main.getByLabel('Printer code').fill('PR-01');
  await main.getByRole('textbox', { name: 'Printer', exact: true }).fill('HP LaserJet');
  await main.getByRole('button', { name: 'Add printer' }).click();
  await expect(admin).toHaveURL(/\/printer\/printers/);
  const receiver = { role: 'receiver', email: 'ravi@university.example', name: 'Ravi Shetty' } as const;
  const caseWorker = {
    role: 'case_worker',
    email: 'asha@university.example',
    name: 'Asha Kulkarni',
  } as const;
  const printer = { role: 'printer', email: 'prakash@university.example', name: 'Prakash Gowda' } as const;
  const auditor = { role: 'auditor', email: 'leela@university.example', name: 'Leela Menon' } as const;
  const initialPassword = 'seven brass lamps at dawn';
  for (const person of [receiver, caseWorker, printer, auditor]) {
    await addPerson(admin, { ...person, password: initialPassword });
  }
  const open = ({ role, email }: typeof receiver | typeof caseWorker | typeof printer) =>
    openFirstDesk(browser, university, { role, email, initialPassword });
  return { receiver: await open(receiver), caseWorker: await open(caseWorker), printer: await open(printer) };
}

const forms = {
  receiver: '/admin/add-application-receiver',
  case_worker: '/admin/add-case-worker',
  printer: '/admin/add-printer',
  auditor: '/admin/add-auditor',
};

async function addPerson(
  admin: Page,
  person: { role: keyof typeof forms; name: string; email: string; password: string },
): Promise<void> {
  await visit(admin, forms[person.role]);
  const form = admin.getByRole('main');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(person.name);
  await form.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await form.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await choose(admin, 'Code', 'ALL (whole university)');
  if (person.role === 'case_worker') await form.getByLabel('Mobile').fill('9845012345');
  if (person.role === 'printer') await form.getByLabel('Printer code').fill('PR-01');
  await admin.keyboard.press('Control+Enter');
  await expect(admin.getByText(`${person.name} is added.`, { exact: false })).toBeVisible();
}

async function completeChecklist({ admin, second, printer }: Desks, pack: Pack): Promise<void> {
  const [paper] = pack.papers;
  await visit(admin, '/admin/add-certificate-stock');
  await choose(admin, 'Certificate name', new RegExp(String(paper!.code)));
  await admin.getByLabel('Serial prefix').fill(sheets.prefix);
  await admin.getByLabel('First serial').fill(String(sheets.first));
  await admin.getByLabel('Last serial').fill(String(sheets.count));
  await admin.getByLabel('Total quantity').fill(String(sheets.count));
  await admin.keyboard.press('Control+Enter');
  await expect(admin).toHaveURL(/\/admin\/certificate-stock/);
  await visit(second, '/admin/certificate-stock');
  await second.getByRole('row').nth(1).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('button', { name: 'Approve stock' }).click();
  await expect(second.getByText(`${sheets.count} accepted = In store ${sheets.count}`)).toBeVisible();

  await visit(printer, '/printer/proofs');
  await printer.getByRole('button', { name: 'Make proof sheet' }).click();
  const dialog = printer.getByRole('dialog', { name: /proof sheet/i });
  await dialog.getByRole('combobox').first().click();
  const layout = new RegExp(`${pack.certificateTypes[0]!.name}.*${paper!.colour}`);
  await printer.getByRole('option', { name: layout }).click();
  await dialog.getByRole('button', { name: 'Make proof sheet' }).click();
  await expect(dialog).toBeHidden();
  await visit(second, '/printer/proofs');
  await second.getByRole('row').nth(1).getByText(String(paper!.colour)).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Sign off' }).click();
  const question = second.getByRole('dialog', { name: /^Sign off the proof sheet/ });
  await question.getByRole('button', { name: 'Sign off' }).click();
  await expect(question).toBeHidden();

  await visit(admin, '/admin/settings/checklist');
  await admin.getByRole('button', { name: 'Send test mail' }).click();
  // The line is done by itself, once the mail server has taken it.
  await expect(lineOf(admin, 'Mail tested')).toContainText('Done');
  await expect(admin.getByText(/^(\d+) of \1 items are done\.$/)).toBeVisible();
}

async function receive({ receiver }: Desks, pack: Pack): Promise<void> {
  const [paper, college, course, type] = [
    pack.papers[0]!,
    pack.colleges[0]!,
    pack.courses[0]!,
    pack.certificateTypes[0]!,
  ];
  await visit(receiver, '/application-receiver/new-application');
  await receiver.getByLabel('College Registration number').fill(candidate.registration);
  await receiver.getByLabel('Exam roll number').fill(candidate.roll);
  await receiver.getByLabel('Candidate name').fill(candidate.name);
  await choose(receiver, 'College name', new RegExp(college.code));
  await choose(receiver, 'Course/Degree', String(course.name));
  await choose(receiver, 'Academic year', '2024-25');
  await choose(receiver, 'Certificate type', String(type.name));
  await choose(receiver, 'Chosen Color', String(paper.colour));
  await choose(receiver, 'Selected Paper', String(paper.name));
  await upload(receiver, 'Photo', 'ishwarya.jpg', await drawPortrait(5));
  const total = await receiver.getByLabel('Total amount').inputValue();
  await fillDraft(receiver, 1, newDraft(Number(total.replaceAll(',', ''))));
  await receiver.getByRole('button', { name: 'Receive application' }).click();
  await expect(receiver.getByText(/^Received: acknowledgement number/)).toBeVisible();
}

/** The number that the certificate has for life. */
async function verify(caseWorker: Page): Promise<string> {
  await visit(caseWorker, `/case-worker/manage-application?q=${candidate.registration}`);
  await caseWorker.getByRole('row').filter({ hasText: candidate.registration }).click();
  await caseWorker.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true }).click();
  const question = caseWorker.getByRole('dialog', { name: 'Verify this application?' });
  await question.getByRole('button', { name: 'Verify', exact: true }).click();
  const told = caseWorker.getByText(/is verified: convocation number /);
  await expect(told).toBeVisible();
  return /convocation number (\S+?)\.?$/.exec((await told.textContent()) ?? '')![1]!;
}

/** One good sheet; what its QR code says. */
async function print(printer: Page, number: string): Promise<string> {
  await visit(printer, '/printer/print-queue');
  await printer.getByRole('main').getByRole('button', { name: 'Prepare run' }).click();
  await printer.getByRole('dialog').getByRole('button', { name: 'Prepare run' }).click();
  await expect(printer.getByRole('heading', { name: /Print run R-/ })).toBeVisible();
  const start = printer.getByRole('button', { name: 'Start printing' });
  await expect(start).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await start.click();
  await printer.getByLabel('Serial on top of the stack').fill(firstSerial);
  await printer.getByRole('dialog').getByRole('button', { name: 'Start printing' }).click();
  const printFile = printer.getByRole('link', { name: 'Open print file' });
  const [opened] = await Promise.all([printer.context().waitForEvent('page'), printFile.click()]);
  await opened.close();
  const pdf = await (await printer.request.get((await printFile.getAttribute('href'))!)).body();
  const row = printer.getByRole('row').filter({ hasText: number });
  await row.getByRole('button', { name: 'Good' }).click();
  await expect(row.getByRole('button', { name: 'Good' })).toHaveCount(0);
  await printer.getByRole('button', { name: 'Close run' }).click();
  const closing = printer.getByRole('dialog', { name: /^Close run/ });
  await closing.getByLabel('Good sheets').fill('1');
  await closing.getByLabel('Spoilt sheets').fill('0');
  await closing.getByRole('button', { name: 'Close run' }).click();
  await expect(printer.getByText(/^Run R-\d+ is closed\.$/)).toBeVisible();
  return readQrCode(pdf, 1);
}

async function handOver(receiver: Page, number: string): Promise<void> {
  await visit(receiver, `/application-receiver/printed-certificates?q=${encodeURIComponent(number)}`);
  await receiver
    .getByRole('row')
    .filter({ hasText: number })
    .getByRole('button', { name: /^Hand over/ })
    .click();
  await receiver.getByRole('radio', { name: 'Passport' }).check();
  const question = receiver.getByRole('dialog', { name: /^Hand over certificate/ });
  await question.getByRole('button', { name: 'Hand over' }).click();
  await expect(receiver.getByText(`Certificate ${number} is handed over.`)).toBeVisible();
}

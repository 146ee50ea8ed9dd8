import { expect, type Page, test } from '@playwright/test';
import { drawPortrait, writeDraftScan } from '#dev/seed/demo-pictures.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { findReceived, openNewApplication } from './application-form.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { newDraft } from './drafts.ts';
import { openDesk } from './people.ts';
import { scan, setPreamble } from './scanner.ts';

const email = 'receiver.col001@dikshant.example';

/** A college pays for forty with one draft in `npm run test:long`. */
const many = process.env.LONG_FORMS ? 40 : 2;
const queue = Array.from({ length: many }, (_, place) => 20_101 + place);

test('one draft pays for a queue of candidates, received by the keyboard alone', async ({ browser }) => {
  test.setTimeout(300_000 + many * 15_000);
  const page = await openDesk(browser, 'receiver', email);
  const bulk = newDraft(many * 700 + 500);
  // Heard all the time: the browser stops asking us between one chooser and the next, and begins again too late.
  page.on('filechooser', () => {});

  await test.step('the first candidate brings the draft, which is kept', async () => {
    await openNewApplication(page);
    await page.keyboard.press('Tab');
    await typeInto(page, 'registrationNumber', registrationOf(queue[0]!));
    await typeInto(page, 'examRollNumber', `24${queue[0]}`);
    await typeInto(page, 'drafts.0.number', bulk.number);
    await typeInto(page, 'drafts.0.drawnOn', formatDay(bulk.drawnOn));
    await typeInto(page, 'drafts.0.bank', bulk.bank);
    await typeInto(page, 'drafts.0.branch', bulk.branch);
    await typeInto(page, 'drafts.0.amount', String(bulk.amount));
    await tabTo(page, 'drafts.0.isPinned');
    await page.keyboard.press('Space');
    await attach(page, 'photoFileId', portrait(queue[0]!));
    await attach(page, 'drafts.0.receiptFileId', {
      name: 'dd.pdf',
      mimeType: 'application/pdf',
      buffer: writeDraftScan(bulk),
    });
    await pick(page, 'colour', 'Maroon');
    await pick(page, 'paperId', 'Parchment');
    await typeInto(page, 'candidateName', `Queue ${queue[0]}`);
    await pick(page, 'courseId', 'ECE');
    await pick(page, 'academicYear', '2024-25');
    await page.keyboard.press('Control+Shift+Enter');
    await expectReceived(page, queue[0]!);
  });

  await test.step('each further one finds it there with its balance, and all that candidates share', async () => {
    for (const [place, ordinal] of queue.entries()) if (place > 0) await receiveNext(place, ordinal);
  });

  async function receiveNext(place: number, ordinal: number): Promise<void> {
    await expect(page.locator('[data-path="registrationNumber"]')).toBeFocused();
    const balance = formatRupees(bulk.amount - place * 700);
    await expect(page.getByText(`Draft ${bulk.number} is kept: balance ${balance}.`)).toBeVisible();
    await expect(page.getByRole('link', { name: /Print receipt/ })).toHaveAttribute(
      'href',
      /^\/api\/applications\/[0-9a-f-]{36}\/receipt$/,
    );
    const face = page.getByRole('group', { name: 'Demand draft 1' });
    await expect(face.getByLabel('DD number')).toHaveValue(bulk.number);
    await expect(face.getByText(new RegExp(`pays ACK \\d+ Queue ${ordinal - 1} ₹700`))).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Course/Degree' })).toHaveValue('ECE');
    await page.keyboard.type(registrationOf(ordinal), { delay: 35 });
    let tabs = await typeInto(page, 'examRollNumber', `24${ordinal}`);
    await expect(page.getByRole('link', { name: 'dd.pdf', exact: true })).toBeVisible();
    tabs += await attach(page, 'photoFileId', portrait(ordinal));
    tabs += await typeInto(page, 'candidateName', `Queue ${ordinal}`);
    await page.keyboard.press('Control+Enter');
    await expectReceived(page, ordinal);
    expect(tabs).toBeLessThanOrEqual(25);
  }

  await test.step('for the one after them it does not suffice, which is said before anything is typed', async () => {
    await expect(
      page.getByText('Its balance of ₹500 does not cover the fee of ₹700: add another draft.'),
    ).toBeVisible();
    await tabTo(page, 'drafts.0.number');
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('F2');
    const [{ id }] = (await findReceived(page, queue.at(-1)!)) as [{ id: string }];
    await expect(await opened).toHaveURL(new RegExp(`/manage-application\\?open=${id}$`));
  });

  for (const ordinal of queue)
    expect((await findReceived(page, ordinal))[0]).toMatchObject({
      paidAmount: 700,
      pendingAmount: 0,
      draftNumbers: bulk.number,
    });
});

test('a draft that cannot pay is warned of at its field, before anything is saved', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver', email);
  const application = await writeApplication(page.request, 203);
  await receive(page.request, application);
  const [draft] = application.drafts;
  await openNewApplication(page);
  const face = page.getByRole('group', { name: 'Demand draft 1' });
  await face.getByLabel('DD number').fill(draft!.number);
  await face.getByLabel('Issuing bank').fill(draft!.bank.toLowerCase());
  await face.getByLabel('Branch').fill(draft!.branch.toUpperCase());
  await expect(
    face.getByText(`Draft ${draft!.number} has no balance left: it pays for other applications.`),
  ).toBeVisible();
  await expect(face.getByRole('link', { name: /^ACK \d+ Candidate 203$/ })).toBeVisible();
  await expect(face.getByLabel('DD date')).toHaveValue(formatDay(draft!.drawnOn));
  await face.getByLabel('DD number').fill('000001');
  await expect(face.getByLabel('DD date')).toHaveValue('');
  await expect(face.getByLabel('Amount')).toHaveValue('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
});

test('a scanned acknowledgement number opens its application, wherever the focus is', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver', email);
  await receive(page.request, await writeApplication(page.request, 204));
  const [{ acknowledgementNumber }] = (await findReceived(page, 204)) as [{ acknowledgementNumber: number }];
  const code = `ACK${String(acknowledgementNumber).padStart(6, '0')}`;
  const details = page.getByRole('dialog', { name: 'Row Details' });
  const search = page.getByRole('textbox', { name: 'Search candidate' });

  await test.step('outside of any field', async () => {
    await setPreamble(page.request);
    await page.goto('/application-receiver/manage-application');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await scan(page, code);
    await expect(details).toContainText('Candidate 204');
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });

  await test.step('in a field, which is as it was before', async () => {
    await search.fill('candidate');
    await scan(page, code);
    await expect(details).toContainText('Candidate 204');
    await expect(search).toHaveValue('candidate');
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });

  await test.step('typed by hand into the search it opens as well', async () => {
    await search.fill(String(acknowledgementNumber));
    await search.press('Enter');
    await expect(details).toContainText('Candidate 204');
    await page.keyboard.press('Escape');
  });

  await test.step('a hand that types a shortcut is no scanner', async () => {
    await page.getByRole('heading', { name: 'Manage Application' }).click();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.fill('');
    await page.keyboard.type('candidate 204', { delay: 45 });
    await expect(search).toHaveValue('candidate 204');
  });

  await test.step('a number that nobody has says so', async () => {
    await scan(page, 'ACK999999');
    await expect(page.getByText(/^No application has acknowledgement number 999999/)).toBeVisible();
    await expect(search).toHaveValue('candidate 204');
  });
});

/** Goes on with the Tab key until the field has the focus, as far as the form is long; returns how often it was pressed. */
async function tabTo(page: Page, path: string): Promise<number> {
  const focused = page.locator(`[data-path="${path}"]:focus`);
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if ((await focused.count()) > 0) return pressed;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${path} cannot be reached with the Tab key.`);
}

async function typeInto(page: Page, path: string, text: string): Promise<number> {
  const tabs = await tabTo(page, path);
  await page.keyboard.type(text, { delay: 35 });
  return tabs;
}

/** By its arrows and Enter; again if the options came anew in between. */
async function pick(page: Page, path: string, option: string): Promise<void> {
  await tabTo(page, path);
  const highlighted = page.locator('[data-combobox-selected]:visible', { hasText: option });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
    for (let pressed = 0; pressed < 30 && (await highlighted.count()) === 0; pressed += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator(`[data-path="${path}"]`)).toHaveValue(new RegExp(option), { timeout: 5_000 });
  }).toPass();
}

/** Enter on the button asks the browser for a file, whose own dialog belongs to the system. */
async function attach(page: Page, path: string, file: FilePayload | Promise<FilePayload>): Promise<number> {
  const { name, ...content } = await file;
  const tabs = await tabTo(page, path);
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name, ...content });
  await expect(page.getByRole('link', { name })).toBeVisible();
  return tabs;
}

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

async function portrait(ordinal: number): Promise<FilePayload> {
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await drawPortrait(ordinal) };
}

async function expectReceived(page: Page, ordinal: number): Promise<void> {
  await expect(
    page.getByText(new RegExp(`^Received: acknowledgement number .* for Queue ${ordinal}`)),
  ).toBeVisible();
}

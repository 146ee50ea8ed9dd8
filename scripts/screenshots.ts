// `npm run screenshots`: takes the pictures of the README and the guides, from the demo at http://localhost:3000 (PORT).
import '#features/features.ts';
import { writeFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright-core';
import { demoPassword } from '#dev/seed/demo-staff.ts';
import { findChromium } from '#dev/testing/chromium.ts';
import { readQrCode, renderPage } from '#dev/testing/print-file.ts';
import type { Role } from '#shared/roles.ts';
import { takeGuidePictures } from './guide-pictures.ts';
import { filmVerifyScreen } from './verify-film.ts';

const base = `http://localhost:${process.env.PORT ?? 3000}`;
const directory = process.argv[2] ?? 'docs/images';
const browser = await chromium.launch(await findChromium());

const receiver = await openDesk('receiver', 'receiver@dikshant.example');
await receiver.goto('/application-receiver/new-application');
await take(receiver, 'application-form');

const printer = await openDesk('printer', 'printer@dikshant.example');
await printer.goto('/printer/print-queue');
await printer
  .getByRole('button', { name: /^Prepare run/, disabled: false })
  .first()
  .click();
await printer.getByRole('dialog').getByRole('button', { name: 'Prepare run' }).click();
const start = printer.getByRole('button', { name: 'Start printing', disabled: false });
await start.click();
const topSerial = await printer.getByRole('row').nth(1).getByRole('cell').nth(1).textContent();
await printer.getByLabel('Serial on top of the stack').fill(topSerial!);
await printer.keyboard.press('Enter');
const printFile = printer.getByRole('link', { name: 'Open print file' });
const [opened] = await Promise.all([printer.context().waitForEvent('page'), printFile.click()]);
await opened.close();
const pdf = await (await printer.request.get((await printFile.getAttribute('href'))!)).body();
await printer.getByRole('row').nth(1).press('g');
await printer.getByText(/^1 good/).waitFor();
await take(printer, 'print-run');
await writeFile(`${directory}/certificate.png`, await renderPage(pdf, 1));

const admin = await openDesk('admin', 'admin@dikshant.example');
await admin.goto('/admin/dashboard');
await take(admin, 'dashboard');

const stranger = await newPage();
await stranger.goto(await readQrCode(pdf, 1));
await take(stranger, 'verify');

const caseWorker = await openDesk('case_worker', 'case-worker@dikshant.example');
const auditor = await openDesk('auditor', 'auditor@dikshant.example');
const run = new URL(printer.url()).pathname;
const desks = { admin, case_worker: caseWorker, receiver, printer, auditor, run };
await takeGuidePictures(desks, `${directory}/guide`);
await filmVerifyScreen(caseWorker, `${directory}/verify-screen.webp`);
await browser.close();

async function openDesk(role: Role, email: string): Promise<Page> {
  const page = await newPage();
  const { challengeId } = await post(page, '/api/sign-in', { role, email, password: demoPassword });
  const mails = await (await page.request.get(`/api/demo/outbox?to=${email}`)).json();
  const code = /^\s*(\d{4,8})\s*$/m.exec(mails[0].text)![1];
  await post(page, `/api/sign-in/${challengeId}/complete`, { code });
  const { session } = await (await page.request.get('/api/session')).json();
  // Pictures of every day, not of the first one.
  await page.request.put('/api/account/preferences', { data: { ...session.preferences, stepsSeen: true } });
  return page;
}

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1366, height: 768 },
    colorScheme: 'light',
  });
  return context.newPage();
}

async function post(page: Page, path: string, data: object) {
  const response = await page.request.post(path, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

async function take(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByLabel('Loading', { exact: true }).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
  await page.screenshot({ path: `${directory}/${name}.png` });
}

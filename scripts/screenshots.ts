// `npm run screenshots`: takes the pictures of the README and of the guides anew, from the demo at http://localhost:3000 (PORT).
import { writeFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { demoPassword } from '#dev/seed/demo-staff.ts';
import { findChromium } from '#dev/testing/chromium.ts';
import { readQrCode, renderPage } from '#dev/testing/print-file.ts';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { certificateDocument } from '#features/certificates/server/typst/certificate-document.ts';
import { sampleRun, sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import { silhouette } from '#features/certificates/server/typst/silhouette.ts';
import { compileDocument } from '#platform/server/typst/compile-document.ts';
import type { Role } from '#shared/roles.ts';
import { takeGuidePictures } from './guide-pictures.ts';
import { filmVerifyScreen } from './verify-film.ts';

const base = `http://localhost:${process.env.PORT ?? 3000}`;
const directory = process.argv[2] ?? 'docs/images';
const browser = await chromium.launch(await findChromium());

const caseWorker = await openDesk('case_worker', 'case-worker@dikshant.example');
await caseWorker.goto('/case-worker/manage-application');
await take(caseWorker, 'manage-application');
await caseWorker.goto('/case-worker/verify');
await caseWorker.getByRole('img', { name: /^Photo/ }).waitFor();
await take(caseWorker, 'verify-screen');

const receiver = await openDesk('receiver', 'receiver@dikshant.example');
await receiver.goto('/application-receiver/new-application');
await take(receiver, 'application-form');

const printer = await openDesk('printer', 'printer@dikshant.example');
await printer.goto('/printer/print-queue');
await take(printer, 'print-queue');
await printer
  .getByRole('button', { name: /^Prepare run/ })
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
// The demo prints the first of the designs; the others show somebody who never was.
for (const design of ['modern', 'data_only']) {
  const crest = await sharp('packs/vishwavidya/assets/crest.svg', { density: 600 }).png().toBuffer();
  const sheets = [await sampleSheet({ photo: await silhouette() })];
  const run = { ...sampleRun, template: designOf(design), crest, sheets };
  const page = await renderPage(Buffer.from(compileDocument(certificateDocument(run))), 1);
  await writeFile(`${directory}/design-${design.replace('_', '-')}.png`, page);
}

const auditorInTheDark = await openDesk('auditor', 'auditor@dikshant.example', 'dark');
await auditorInTheDark.goto('/auditor/audit-log');
await take(auditorInTheDark, 'audit-log-dark');
const auditor = await openDesk('auditor', 'auditor@dikshant.example');

const admin = await openDesk('admin', 'admin@dikshant.example');
await admin.goto('/admin/dashboard');
await take(admin, 'dashboard');
await admin.goto('/admin/fee-totals');
await admin.getByRole('table').first().waitFor();
await take(admin, 'fee-totals');
await admin.goto('/admin/certificate-stock');
await admin.getByRole('gridcell').first().waitFor();
await take(admin, 'certificate-stock');
await admin.goto(`/admin/rolls/${(await read(admin, '/api/rolls')).rows[0].id}`);
await admin.getByRole('gridcell').first().waitFor();
await take(admin, 'roll');
await admin.goto(`/admin/settings/templates/${await addTemplate(admin)}`);
await admin.getByRole('img', { name: 'The sheet as it is printed' }).waitFor();
const chooser = admin.waitForEvent('filechooser');
await admin.getByRole('button', { name: 'Lay scan under the sheet' }).click();
await (await chooser).setFiles({ name: 'paper.png', mimeType: 'image/png', buffer: await drawScan() });
await admin.getByRole('button', { name: 'Remove scan' }).waitFor();
await admin
  .getByRole('application', { name: 'Sheet' })
  .getByRole('button', { name: 'Wording 1' })
  .click({ position: { x: 20, y: 10 } });
await take(admin, 'studio');
await admin.goto('/admin/bulk-upload?of=students');
await admin.locator('input[type=file]').setInputFiles({
  name: 'students-2026.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(studentsWithFaults()),
});
await admin.getByRole('heading', { name: 'Report' }).waitFor();
await take(admin, 'bulk-upload');

const stranger = await newPage('light');
await stranger.goto(await readQrCode(pdf, 1));
await take(stranger, 'verify');

const run = new URL(printer.url()).pathname;
const desks = { admin, case_worker: caseWorker, receiver, printer, auditor, run };
await takeGuidePictures(desks, `${directory}/guide`);
await filmVerifyScreen(caseWorker, `${directory}/verify-screen.webp`);
await browser.close();

async function addTemplate(page: Page): Promise<string> {
  const { rows } = await read(page, '/api/settings/certificate_types');
  const template = { name: 'Security paper', certificateType: rows[0].name, design: 'data_only' };
  return (await post(page, '/api/settings/templates', template)).id;
}

/** A sheet of pre-printed paper. */
function drawScan(): Promise<Buffer> {
  const rect = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${1754 - 2 * inset}" height="${1240 - 2 * inset}" fill="none" stroke="#7a6a3a" stroke-width="${width}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1754" height="1240"><rect width="1754" height="1240" fill="#f7f1dc"/>${rect(60, 14)}${rect(84, 3)}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A small file as a college sends it: most rows are good, some are not. */
function studentsWithFaults(): string {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const name = index === 20 ? '' : `Student ${'ABCDEFGHIJ'[index % 10]} Rao`;
    const code = index === 33 ? 'COL999' : 'COL001';
    return `${code},COL00125${5_000 + (index === 41 ? 40 : index)},${24_200_000 + index},${name},,Mysuru`;
  });
  const header =
    'College code,Registration number,Exam roll number,Student name,Name in Kannada or Devanagari,Address';
  return [header, ...rows].join('\n');
}

async function openDesk(role: Role, email: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await newPage(colorScheme);
  const { challengeId } = await post(page, '/api/sign-in', { role, email, password: demoPassword });
  const mails = await (await page.request.get(`/api/demo/outbox?to=${email}`)).json();
  const code = /^\s*(\d{4,8})\s*$/m.exec(mails[0].text)![1];
  await post(page, `/api/sign-in/${challengeId}/complete`, { code });
  return page;
}

async function newPage(colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1366, height: 768 },
    colorScheme,
  });
  return context.newPage();
}

async function read(page: Page, path: string) {
  return (await page.request.get(path)).json();
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

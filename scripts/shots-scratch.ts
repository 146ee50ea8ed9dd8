import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#testing/chromium.ts';
const base = 'http://localhost:3311';
const browser = await chromium.launch(await findChromium());
async function desk(label: string, email: string, scheme: 'light'|'dark', size: {width:number;height:number}): Promise<Page> {
  const context = await browser.newContext({ baseURL: base, colorScheme: scheme, viewport: size });
  const page = await context.newPage();
  await page.goto('/');
  const chip = page.getByRole('radio', { name: label, exact: true });
  for (let i = 0; i < 20; i++) { try { await chip.check({ force: true, timeout: 1000 }); break; } catch {} }
  await page.getByLabel('Email Id').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('Convocation@2025');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByLabel(/^Digit 1 of/).waitFor();
  const mails = (await (await page.request.get(`/api/demo/outbox?to=${email}`)).json()) as { text: string }[];
  await page.getByLabel(/^Digit 1 of/).focus();
  await page.keyboard.type(/^\s*(\d{4,8})\s*$/m.exec(mails[0]!.text)![1]!);
  await page.waitForURL(/\/(admin|application-receiver|auditor)\//);
  return page;
}
async function shot(page: Page, address: string | null, name: string) {
  if (address) await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/shots-ledger/${name}.png` });
}
const wide = { width: 1366, height: 768 };
const admin = await desk('Admin', 'admin@dikshant.example', 'light', wide);
await shot(admin, '/admin/demand-drafts', 'drafts');
await shot(admin, '/admin/demand-drafts?show=undeposited', 'undeposited');
await admin.goto('/admin/demand-drafts?q=413762');
await admin.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
await shot(admin, null, 'draft-details');
await admin.getByRole('button', { name: 'Previous row' }).count();
await admin.goto('/admin/demand-drafts?q=415269');
await admin.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
await admin.getByRole('dialog').waitFor();
await admin.getByRole('button', { name: 'Returned by bank' }).click();
await shot(admin, null, 'return-dialog');
await admin.goto('/admin/deposit-slips');
await shot(admin, null, 'slips');
await admin.getByRole('row').nth(2).getByRole('gridcell').nth(1).click();
await shot(admin, null, 'slip-details');
await shot(admin, '/admin/new-deposit-slip', 'new-slip');
const receiver = await desk('application receiver', 'receiver@dikshant.example', 'dark', { width: 360, height: 740 });
await shot(receiver, '/application-receiver/demand-drafts', 'drafts-phone-dark');
await shot(receiver, '/application-receiver/new-deposit-slip', 'new-slip-phone-dark');
await receiver.goto('/application-receiver/deposit-slips');
await receiver.getByText('DS-0000').first().click();
await shot(receiver, null, 'slip-phone-dark');
const auditor = await desk('Auditor', 'auditor@dikshant.example', 'dark', wide);
await shot(auditor, '/auditor/overview', 'overview-dark');
await shot(auditor, '/auditor/demand-drafts', 'drafts-auditor-dark');
await browser.close();

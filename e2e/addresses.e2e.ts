import { expect, test } from '@playwright/test';
import { receive, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

test('filter, order, search and the open record are an address: they survive a reload, Back, and being sent to a colleague', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const application = await writeApplication(page.request, 920);
  await receive(page.request, application);
  await visit(page, '/application-receiver/manage-application');
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(application.registrationNumber, { delay: 40 });
  await expect(grid.getByRole('row')).toHaveCount(3); // The headings, the one that is found, the totals.
  await page.getByRole('columnheader', { name: 'Candidate name' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/sort=candidateName/);
  await grid.getByText(application.candidateName).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(application.examRollNumber);
  const address = page.url();
  expect(address).toContain(application.registrationNumber);
  expect(address).toContain('open=');

  await page.reload();
  await expect(details).toContainText(application.examRollNumber);
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(grid.getByRole('row')).toHaveCount(3);
  await page.goForward();
  await expect(details).toContainText(application.examRollNumber);

  const colleague = await openDesk(browser, 'case_worker');
  await colleague.goto(address.replace('/application-receiver/', '/case-worker/'));
  await expect(colleague.getByRole('dialog')).toContainText(application.examRollNumber);
});

const nowhere = '0190aaaa-0000-7000-8000-000000000000';
const refused = [
  '/%ff',
  '/application-receiver/%ff',
  '/api/%ff',
  '/api/no-such-thing',
  `/api/applications/${nowhere}/receipt`,
  '/api/applications/no-id/receipt',
  `/api/files/${nowhere}`,
  `/api/print-runs/${nowhere}/document`,
  '/api/exports/applications?format=none',
];

test('whatever is refused in a tab of the browser is told by a page, and to programs by the problem itself', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  for (const address of refused) {
    const response = await page.goto(address);
    expect.soft(response!.status(), address).toBeGreaterThanOrEqual(400);
    expect.soft(response!.headers()['content-type'], address).toContain('text/html');
    expect.soft(await page.locator('body').textContent(), address).not.toContain('"code"');
    const asProgram = await page.request.get(address, { headers: { accept: 'application/json' } });
    expect.soft(asProgram.headers()['content-type'], address).toContain('application/problem+json');
  }
  const stranger = await (await browser.newContext()).newPage();
  const response = await stranger.goto(`/api/applications/${nowhere}/receipt`);
  expect.soft(response!.headers()['content-type'], 'signed out').toContain('text/html');
});

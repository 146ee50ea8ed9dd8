import { expect, test } from '@playwright/test';
import { acknowledgementCode } from '#features/applications/rules.ts';
import { receive, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';
import { scan, setPreamble } from './scanner.ts';

test('Ctrl+K, a number and Enter open the record, from any screen and also by a scan', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const application = await writeApplication(page.request, 910);
  await receive(page.request, application);
  const { registrationNumber, examRollNumber, candidateName } = application;
  const found = `/api/applications?${new URLSearchParams({ search: registrationNumber })}`;
  const { rows } = await (await page.request.get(found)).json();
  const [{ id, acknowledgementNumber }] = rows;
  const draftNumber = application.drafts[0]!.number;
  await setPreamble(page.request);

  await page.goto('/application-receiver/deposit-slips');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const heading = page.getByRole('heading', { level: 1 });
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  };
  for (const number of [acknowledgementCode(acknowledgementNumber), registrationNumber, examRollNumber]) {
    await page.goto('/application-receiver/deposit-slips');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await find(number);
    await expect(page).toHaveURL(`/application-receiver/records/application/${id}`);
    await expect(page.getByText(candidateName).first()).toBeVisible();
  }
  await find(draftNumber);
  await expect(page).toHaveURL(/\/application-receiver\/records\/draft\//);
  await expect(heading).toContainText(draftNumber);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Number, name, screen or action' })).toBeFocused();
  await scan(page, acknowledgementCode(acknowledgementNumber));
  await expect(page).toHaveURL(`/application-receiver/records/application/${id}`);
});

test('nothing that another college has is found, and what is not found says so', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const application = await writeApplication(receiver.request, 911, 'COL001');
  await receive(receiver.request, application);
  const page = await openDesk(browser, 'receiver', 'receiver.col002@dikshant.example');
  await page.goto('/application-receiver/manage-application');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(application.registrationNumber);
  await expect(page.getByRole('status').filter({ hasText: 'Nothing was found' })).toBeVisible();
});

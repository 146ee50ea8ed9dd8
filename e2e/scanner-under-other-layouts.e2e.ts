import { expect, test } from '@playwright/test';
import { enter, otherLayouts, pressing, scannedUnder } from '#dev/testing/keyboard-layouts.ts';
import { acknowledgementCode } from '#features/applications/rules.ts';
import { receive, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';
import { setPreamble } from './scanner.ts';
import { visit } from './visit.ts';

test('a slip is scanned under a Hindi and a Kannada layout: in Ctrl+K, in a field of a form, and nowhere', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const application = await writeApplication(page.request, 970);
  await receive(page.request, application);
  const found = `/api/applications?${new URLSearchParams({ search: application.registrationNumber })}`;
  const { rows } = await (await page.request.get(found)).json();
  const [{ id, acknowledgementNumber }] = rows;
  const slip = acknowledgementCode(acknowledgementNumber);
  const heading = page.getByRole('heading', { level: 1 });
  const scan = (layout: (typeof otherLayouts)[number], preamble = '') =>
    page.evaluate(pressing([...scannedUnder(layout, preamble + slip), enter], 5));

  for (const layout of otherLayouts) {
    await test.step(`${layout}: Ctrl+K, without a preamble`, async () => {
      const { session } = await (await page.request.get('/api/session')).json();
      const preferences = { ...session.preferences, scannerPreamble: '' };
      await page.request.put('/api/account/preferences', { data: preferences });
      await page.goto('/application-receiver/deposit-slips');
      await heading.waitFor();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Number, name, screen or action' })).toBeFocused();
      await scan(layout);
      await expect(page).toHaveURL(`/application-receiver/records/application/${id}`);
    });

    await setPreamble(page.request);
    await test.step(`${layout}: in a field of an empty form`, async () => {
      await page.goto('/application-receiver/new-application');
      const name = page.getByRole('textbox', { name: 'Candidate name', exact: true });
      await name.click();
      await scan(layout, '~');
      await expect(page).toHaveURL(new RegExp(`open=${id}`));
    });

    await test.step(`${layout}: with the focus nowhere`, async () => {
      await visit(page, '/application-receiver/manage-application');
      await page.getByRole('grid').waitFor();
      await scan(layout, '~');
      await expect(page.getByRole('dialog')).toContainText(application.candidateName);
    });
  }
});

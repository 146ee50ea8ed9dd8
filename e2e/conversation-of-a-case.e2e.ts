import { expect, test } from '@playwright/test';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { post, read } from './certificates.ts';
import { openDesks } from './people.ts';

test('a return is answered reason by reason, and whoever decides next reads all of it', async ({
  browser,
}) => {
  const [receiver, caseWorker] = await openDesks(browser, 'receiver', 'case_worker');
  const ids: string[] = [];
  for (const ordinal of [981, 982]) {
    await receive(receiver.request, await writeApplication(receiver.request, ordinal));
    const { rows } = await read(receiver, `/api/applications?search=${registrationOf(ordinal)}`);
    ids.push(rows[0].id);
    await post(caseWorker, `/api/applications/${rows[0].id}/return`, {
      version: 1,
      reasons: ['photo', 'name'],
    });
  }
  await receiver.goto('/application-receiver/manage-application?status=returned');
  const row = receiver.getByRole('row', { name: /Candidate 981/ }).first();
  await expect(row).toContainText('Photo cannot be used');
  await expect(row).toContainText('Asha Kulkarni');

  await receiver.goto(`/application-receiver/new-application?edit=${ids[0]}`);
  const reasons = receiver.getByRole('group', { name: 'Reasons of the return' });
  await expect(reasons.getByRole('checkbox')).toHaveCount(2);
  await receiver.getByLabel('Candidate name').fill('Candidate Corrected');
  await reasons.getByRole('checkbox', { name: /^Name differs/ }).press('Space');
  await receiver.keyboard.press('Control+Enter');
  await expect(receiver.getByRole('alert')).toContainText('Photo cannot be used');
  await reasons.getByLabel('Why the photo stays').fill('It is the one on the marks card.');
  await receiver.keyboard.press('Control+Enter');
  // The next one that was returned to this person, not the same record again.
  await expect(receiver).toHaveURL(new RegExp(ids[1]!));

  await caseWorker.goto(`/case-worker/verify?q=${registrationOf(981)}`);
  const band = caseWorker.getByRole('region', { name: 'Conversation' });
  await expect(band).toContainText(/Returned .* by you: Photo cannot be used/);
  await expect(band).toContainText('Candidate 981 → Candidate Corrected');
  await expect(band).toContainText('It is the one on the marks card.');

  // A slip of the hand: the head tells the decision no longer, and its question is not open again.
  const said = caseWorker.locator('[data-last-decision]');
  await expect(caseWorker.getByRole('button', { name: 'Return', exact: true })).toBeEnabled();
  await caseWorker.keyboard.press('r');
  const question = caseWorker.getByRole('heading', { name: 'Return to Ravi Shetty for correction?' });
  await expect(question).toBeVisible();
  await caseWorker.keyboard.press('1');
  await caseWorker.keyboard.press('Enter');
  await expect(said).toContainText('Candidate Corrected');
  await caseWorker
    .getByRole('button', { name: /^Take back \(until / })
    .first()
    .click();
  await expect(said).toHaveText(
    'The decision is taken back. Candidate Corrected waits to be verified again.',
  );
  await expect(band).toBeVisible();
  await expect(question).toBeHidden();
});

import { expect, type Page, test } from '@playwright/test';
import { seeded } from '#dev/testing/random.ts';
import { findReceived } from './application-form.ts';
import { receive, writeApplication } from './applications.ts';
import { post } from './certificates.ts';
import { ask } from './database.ts';
import { openDesks } from './people.ts';
import { visit } from './visit.ts';

const firstView = 768;

test('a record begins with its facts and the next act, folds what is empty and tells its life in sentences', async ({
  browser,
}) => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  const [receiver, caseWorker] = await openDesks(browser, 'receiver', 'case_worker');
  const entry = await writeApplication(receiver.request, 9_601);
  const amount = 1 + seeded(seed)(entry.totalAmount - 1);
  await receive(receiver.request, {
    ...entry,
    drafts: entry.drafts.map((draft) => ({ ...draft, amount })),
  });
  const [{ id }] = (await findReceived(receiver, 9_601)) as [{ id: string }];
  const [person] = await ask<{ name: string }>(
    'select s.name from applications a join staff s on s.id = a.received_by where a.id = $1',
    id,
  );
  const rupees = `₹${amount.toLocaleString('en-IN')}`;

  await test.step('the case worker sees five facts and the decision without scrolling', async () => {
    await visit(caseWorker, `/case-worker/records/application/${id}`);
    const facts = [
      /Candidate 9601/,
      new RegExp(entry.registrationNumber),
      /Pending|Received/,
      new RegExp(`₹${entry.totalAmount}`),
      /COL001|Sahyadri/,
    ];
    for (const fact of facts) await expectInFirstView(caseWorker, fact);
    await expectActInFirstView(caseWorker, /^(Verify|Reject)/);
  });

  await test.step('its life line names the person, the draft and the rupees', async () => {
    const life = caseWorker.getByRole('region', { name: 'Timeline' });
    const sentence = `${person!.name} received it with draft ${entry.drafts[0]!.number} (${rupees})`;
    await expect(life.getByRole('listitem').filter({ hasText: sentence })).toHaveCount(1);
    await expect(life).not.toContainText(/applications: |demand drafts: /);
  });

  await test.step('empty fields are folded, and come when they are asked for', async () => {
    const empty = () =>
      caseWorker.evaluate<string[]>(
        `[...document.querySelectorAll('main dl > div, main dl')].filter((pair) => pair.querySelectorAll('dd').length === 1)
           .filter((pair) => pair.checkVisibility() && /^[-–—]?$/.test(pair.querySelector('dd').textContent.trim()))
           .map((pair) => pair.querySelector('dt').textContent.trim())`,
      );
    await expect(caseWorker.getByRole('main').locator('dt').first()).toBeVisible();
    expect(await empty()).toEqual([]);
    const guide = caseWorker.getByRole('main').locator('dt').getByText('Guide name', { exact: true });
    await expect(guide).toBeHidden();
    const fold = /empty|not filled/i;
    const main = caseWorker.getByRole('main');
    await main
      .getByRole('button', { name: fold })
      .or(main.locator('summary', { hasText: fold }))
      .first()
      .click();
    await expect(guide).toBeVisible();
  });

  await test.step('one that was returned asks its receiver to correct it, at the top', async () => {
    await post(caseWorker, `/api/applications/${id}/return`, { version: 1, reasons: ['photo'] });
    await visit(receiver, `/application-receiver/records/application/${id}`);
    await expectInFirstView(receiver, /Returned/);
    await expectActInFirstView(receiver, /^(Edit|Correct)/);
    await expect(
      receiver.getByRole('main').getByRole('button', { name: /^(Verify|Reject|Return)\b/ }),
    ).toHaveCount(0);
  });
});

async function expectInFirstView(page: Page, fact: RegExp): Promise<void> {
  const shown = page.getByRole('main').getByText(fact).first();
  await expect(shown).toBeVisible();
  const box = await shown.boundingBox();
  expect(box!.y + box!.height, `${fact}`).toBeLessThanOrEqual(firstView);
}

async function expectActInFirstView(page: Page, name: RegExp): Promise<void> {
  const main = page.getByRole('main');
  const act = main.getByRole('button', { name }).or(main.getByRole('link', { name })).first();
  await expect(act).toBeInViewport({ ratio: 1 });
}

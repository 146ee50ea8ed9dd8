import { expect, type Page, test } from '@playwright/test';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { choose, fillDraft, findReceived, openNewApplication, upload } from './application-form.ts';
import { registrationOf } from './applications.ts';
import { post } from './certificates.ts';
import { ask, count } from './database.ts';
import { newDraft } from './drafts.ts';
import { openDesks } from './people.ts';

const collegeConsent = /consent(ed| was recorded) on (.+) by the college/i;

test('the form follows the counter: few stops for a known student, and consent is asked, never taken', async ({
  browser,
}) => {
  const [admin, page] = await openDesks(browser, 'admin', 'receiver');
  const [college] = await ask<{ id: string }>("select id from colleges where code = 'COL001'");
  const [course] = await ask<{ id: string }>('select id from courses order by id limit 1');
  const student = (ordinal: number, more: object = {}) => ({
    ...{ name: `Counter ${ordinal}`, collegeId: college!.id, address: 'Fort Road, Mysuru 570001' },
    ...{ registrationNumber: registrationOf(ordinal), examRollNumber: `2466${ordinal}` },
    ...{ courseId: course!.id, academicYear: '2024-25' },
    ...more,
  });
  await post(admin, '/api/students', student(9_501, { consentNoticeVersion: '1', mobile: '9845012345' }));
  await post(admin, '/api/students', student(9_502));

  await test.step('what nobody consented to says nothing of a consent', async () => {
    await openKnown(page, 9_502);
    expect(await consentBoxes(page)).toEqual([]);
    await expect(page.getByText(collegeConsent)).toHaveCount(0);
  });

  await openKnown(page, 9_501);

  await test.step('numbers, then draft and fee, then photo and receipt, then the certificate', async () => {
    const top = async (path: string) =>
      (await page.locator(`form [data-path="${path}"]`).first().boundingBox())!.y;
    const groups = [
      ['registrationNumber', 'examRollNumber'],
      ['drafts.0.number', 'drafts.0.drawnOn', 'drafts.0.amount', 'totalAmount'],
      ['photoFileId', 'drafts.0.receiptFileId'],
      ['certificateType', 'paperId'],
    ];
    const tops = await Promise.all(groups.map((paths) => Promise.all(paths.map(top))));
    for (const [place, group] of tops.slice(1).entries())
      expect(Math.min(...group), groups[place + 1]!.join(', ')).toBeGreaterThan(Math.max(...tops[place]!));
    const [photo, receipt] = tops[2]!;
    expect(Math.abs(photo! - receipt!), 'photo and receipt stand side by side').toBeLessThan(80);
    await expect(
      page.getByText(/from the (student )?master.*\d+ of \d+|\d+ of \d+ fields are filled in/i).first(),
    ).toBeVisible();
  });

  await test.step('it is at most 1.4 screens high, and has at most 25 stops', async () => {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(1.4 * 768);
    expect(await countStops(page)).toBeLessThanOrEqual(25);
  });

  await test.step('consent stays unticked, says when the college recorded it, and is not stored unasked', async () => {
    expect(await consentBoxes(page)).toEqual([]);
    const shown = page.getByText(collegeConsent).first();
    if (!(await shown.isVisible()))
      await page
        .getByRole('button', { name: /consent/i })
        .first()
        .click();
    await expect(shown).toContainText(formatDay(dayInIndia(new Date())));
    await expect(page.getByLabel(/has heard the notice and consents/)).not.toBeChecked();
    await choose(page, 'Chosen Color', 'Maroon');
    await choose(page, 'Selected Paper', 'Parchment');
    await upload(page, 'Photo', 'photo.jpg', await drawPortrait(95));
    await fillDraft(page, 1, newDraft(700));
    await page.getByRole('button', { name: 'Receive application' }).click();
    await expect(page.getByText(/^Received: acknowledgement number/)).toBeVisible();
    const [{ id, candidateName }] = (await findReceived(page, 9_501)) as [Record<string, string>];
    expect(candidateName).toBe('Counter 9501');
    expect(await count('contact_consents where application_id = $1', id)).toBe(0);
  });
});

async function openKnown(page: Page, ordinal: number): Promise<void> {
  await page.goto('/account');
  await openNewApplication(page);
  // What was typed for the candidate before is restored.
  if (ordinal === 9_501) await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByLabel('College Registration number').fill(registrationOf(ordinal));
  await expect(
    page.getByText(/^Filled in from the student master|from the (student )?master/i).first(),
  ).toBeVisible();
  await expect(page.locator('form [data-path=totalAmount]')).not.toHaveValue('');
}

/** The boxes of a consent that are ticked, folded ones included. */
async function consentBoxes(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('form input[type=checkbox]:checked')]
       .map((box) => box.closest('label')?.textContent ?? box.labels?.[0]?.textContent ?? '')
       .filter((label) => /consent|notice/i.test(label))`,
  );
}

/** How often Tab is pressed from the first number to the button that receives, both counted. */
async function countStops(page: Page): Promise<number> {
  await page.getByLabel('College Registration number').focus();
  const end = page.getByRole('button', { name: /^Receive application/ }).and(page.locator(':focus'));
  for (let stops = 1; stops <= 60; stops += 1) {
    if ((await end.count()) > 0) return stops;
    await page.keyboard.press('Tab');
  }
  throw new Error('The button that receives cannot be reached with the Tab key.');
}

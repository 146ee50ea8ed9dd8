import { expect, type Page, test } from '@playwright/test';
import { pick, seeded } from '#dev/testing/random.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { newestCode, password, typeCode, typePassword } from './people.ts';

/** Not one of the five whom most journeys sign in as: refused tries stay with this person. */
const person = 'case-worker.col001@dikshant.example';

test('every cause of a refused login is told in one sentence', async ({ page }) => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  const random = seeded(seed);
  const others = ['admin', 'receiver', 'printer', 'auditor'] as const;
  const causes: [string, Role, string, string][] = [
    ['the role', pick(random, others), person, password],
    ['the password', 'case_worker', person, `${password}${seed}`],
    ['the address', pick(random, others), `nobody${seed}@dikshant.example`, password],
  ];
  await page.goto('/');
  for (const [cause, role, email, typed] of causes) {
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await page.getByRole('radio', { name: roleLabels[role], exact: true }).check({ force: true });
    await page.getByLabel('Email Id').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(typed);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const sentence = `The Email Id or password is wrong, or the role is not ${roleLabels[role]}.`;
    await expect(page.getByText(sentence, { exact: true }), cause).toBeVisible();
  }
});

test('why a code was refused stays when Continue is pressed over empty boxes', async ({ page }) => {
  await page.goto('/');
  await typePassword(page, 'case_worker', person);
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
  const right = await newestCode(page.request, person);
  await typeCode(page, right === '1357' ? '2468' : '1357');
  const reason = page.getByText('The code is wrong. 4 tries are left.');
  await expect(reason).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(reason).toBeVisible();
  await expect(page.getByText('Enter all 4 digits of the code.')).toHaveCount(0);
  await typeCode(page, right);
  await expect(page).toHaveURL(/\/case-worker\/manage-application/);
});

test('/verify takes its verdict away with the next wrong input, and begins with the camera on a phone', async ({
  page,
}) => {
  const verdict = page.locator('[aria-labelledby=verdict]');
  const number = page.getByLabel('Convocation number');
  const camera = page.getByRole('button', { name: 'Scan with the camera' });
  await page.goto('/verify?n=2025/000008&c=AAAAA-AAAAA');
  await expect(verdict).toBeVisible();
  await number.fill('');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expect(verdict).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/verify');
  await expect(number).toBeVisible();
  const fields = await page.getByRole('textbox').all();
  expect(fields.length).toBeGreaterThan(0);
  await expect(camera).toBeInViewport({ ratio: 1 });
  const top = await topOf(page, 'Scan with the camera');
  for (const field of fields) expect((await field.boundingBox())!.y).toBeGreaterThan(top);
});

async function topOf(page: Page, button: string): Promise<number> {
  return (await page.getByRole('button', { name: button }).boundingBox())!.y;
}

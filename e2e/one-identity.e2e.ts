import path from 'node:path';
import { expect, test } from '@playwright/test';
import { plantCollisions } from '#dev/testing/planted-collisions.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { ensureLoginRole } from '#platform/server/db/prepare-database.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { openNewApplication } from './application-form.ts';
import { type OwnPortal, startOwnPortal } from './own-portal.ts';
import { openDesk, openDeskAt, password } from './people.ts';

const correct = 'Correct this one';

test.describe('an office that had one number twice', () => {
  let server: OwnPortal;
  let portal: OwnPortal;

  test.beforeAll(async () => {
    server = await startOwnPortal();
    const owner = new URL(runningServerUrl(path.join(server.directory, 'postgres')));
    await withClient(owner.href, 'migration', (client) => client.query('create database planted'));
    owner.pathname = '/planted';
    await withClient(owner.href, 'migration', (client) => plantCollisions(client, owner.href, password));
    const role = { name: 'planted_portal', password: 'only-for-journeys' };
    await ensureLoginRole(owner.href, role);
    const login = Object.assign(new URL(owner), { username: role.name, password: role.password });
    portal = await startOwnPortal({ env: { DATABASE_URL: login.href, DATABASE_OWNER_URL: owner.href } });
  });
  test.afterAll(async () => {
    await portal?.close();
    await server?.close();
  });

  test('sees both, keeps one and corrects the other with a reason', async ({ browser }) => {
    const page = await openDeskAt(browser, portal.url, 'admin');
    await page.goto('/admin/dashboard');
    await page
      .getByRole('region', { name: 'What waits' })
      .getByRole('link', { name: /duplicate numbers?/ })
      .click();
    const pair = page.getByRole('row').filter({ hasText: 'PL-24/0017' });
    await pair.getByRole('button', { name: correct }).last().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Registration number').fill('PL-24/0018');
    await form.getByLabel('Reason').fill('The marks card says 0018.');
    await form.getByRole('button', { name: /Save|Correct/ }).click();
    await expect(pair).toHaveCount(0);
    await page.goto('/admin/student-master?search=PL-24%2F0018');
    await expect(page.getByRole('grid')).toContainText(/\w/);
  });
});

test('a student typed in another writing is recognised at the counter', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver');
  const { rows } = await (await page.request.get('/api/students?limit=50')).json();
  type Student = { hasApplication: boolean; registrationNumber: string };
  // A number of two colleges would ask which student it is.
  const isAlone = ({ registrationNumber }: Student) =>
    rows.filter((row: Student) => row.registrationNumber === registrationNumber).length === 1;
  const student = rows.find((row: Student) => !row.hasApplication && isAlone(row));
  await openNewApplication(page);
  const wide = [...student.registrationNumber.toLowerCase()].map((one) =>
    /[!-~]/.test(one) ? String.fromCodePoint(one.codePointAt(0)! + 0xfee0) : one,
  );
  await page.getByLabel('College Registration number').fill(`${wide.join('\u200b')} `);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Candidate name')).toHaveValue(student.name);
  await expect(page.getByLabel('Exam roll number')).toHaveValue(student.examRollNumber ?? '');
});

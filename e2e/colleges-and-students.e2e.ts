import { expect, type Page, test } from '@playwright/test';
import { post } from './certificates.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const registrar = 'registrar@dikshant.example';
const run = String(Date.now()).slice(-8);

/** What the API takes for a student of COL001 whom no other run has. */
async function writeStudent(page: Page, ordinal: number, more: object = {}) {
  const colleges = await (await page.request.get('/api/college-choices')).json();
  const code = 'collegeCode' in more ? more.collegeCode : 'COL001';
  return {
    name: 'Vasanthi Rao',
    nameNative: 'ವಸಂತಿ ರಾವ್',
    collegeId: colleges.find((college: { code: string }) => college.code === code).id,
    address: 'Temple Street, Mysuru 570001',
    registrationNumber: `STU${run}${ordinal}`,
    examRollNumber: `77${run}${ordinal}`,
    ...more,
  };
}

async function addStudent(page: Page, student: object): Promise<string> {
  return (await post(page, '/api/students', student)).id;
}

async function addCollege(page: Page, ordinal: number): Promise<{ id: string; code: string; name: string }> {
  const college = {
    name: `Bhadra College ${run} ${ordinal}`,
    code: `B${run}${ordinal}`,
    contactNumber: '08262 235 901',
    address: 'Old Road, Chikkamagaluru 577101',
    convocationFee: 650,
  };
  const { id } = await post(page, '/api/colleges', college);
  return { id, code: college.code, name: college.name };
}

test('a college is added, seen, edited and deleted, and each no says why', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  const name = `Tunga College ${run}`;
  const code = `T${run}`;

  await test.step('a code that is taken is said at its field, and nothing typed is lost', async () => {
    await visit(page, '/admin/college-management');
    await page.getByRole('link', { name: 'Add College' }).click();
    await page.getByRole('button', { name: 'Add college' }).click();
    await expect(page.getByLabel('College name')).toBeFocused();
    await page.getByLabel('College name').fill(name);
    await page.getByLabel('Code').fill('col001');
    await page.getByLabel('Contact number').fill('08182 222 333');
    await page.getByLabel('Address').fill('Shivamogga 577201');
    await page.getByLabel('Convocation Fee').fill('1250');
    await page.getByRole('button', { name: 'Add college' }).click();
    await expect(page.getByText('Another college has this code.').first()).toBeVisible();
    await expect(page.getByLabel('Code')).toBeFocused();
    await expect(page.getByLabel('College name')).toHaveValue(name);
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/admin\/college-management/);
  });

  await test.step('it is in the list, with its code and fee', async () => {
    await page.getByPlaceholder('Search college...').fill(code);
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText(name);
    await expect(row).toContainText(code);
    await expect(row).toContainText('₹1,250');
    await page.getByRole('button', { name: `View: ${name}` }).click();
    await expect(page.getByRole('dialog')).toContainText('no records yet');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('its code can change until a record belongs to it', async () => {
    await page.getByRole('button', { name: `Edit: ${name}` }).click();
    await expect(page.getByLabel('Code')).not.toHaveAttribute('readonly');
    await page.getByLabel('Address').fill('Nehru Road, Shivamogga 577201');
    await page.getByRole('button', { name: 'Save college' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('Nehru Road');
  });

  await test.step('deleting asks, names what goes, and does it', async () => {
    await page.getByRole('button', { name: `Delete: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await expect(dialog).toContainText(code);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText(name);
    await page.getByRole('button', { name: `Delete: ${name}` }).click();
    await dialog.getByRole('button', { name: 'Delete college' }).click();
    await expect(page.getByText('No colleges found').first()).toBeVisible();
  });

  await test.step('one that records belong to keeps its place and its code, with the reason', async () => {
    await visit(page, '/admin/college-management?q=COL001');
    const reason = /The college has .*applications.*, so it cannot be deleted\./;
    const icon = page.getByRole('button', { name: /^Delete: Sahyadri/ });
    await expect(icon).toHaveAttribute('aria-disabled', 'true');
    await expect(icon).toHaveAccessibleName(reason);
    await page.getByRole('button', { name: /^Edit: Sahyadri/ }).click();
    await expect(page.getByLabel('Code')).toHaveAttribute('readonly');
    await expect(page.getByText(/so its code cannot be changed\./)).toBeVisible();
  });
});

test('a new fee of a college waits until a second admin confirms it', async ({ browser }) => {
  const first = await openDesk(browser, 'admin');
  const second = await openDesk(browser, 'admin', registrar);
  const college = await addCollege(first, 2);
  await visit(first, `/admin/add-college?edit=${college.id}`);
  await first.getByLabel('Address').fill('New Road, Chikkamagaluru 577101');
  await expect(first.getByRole('button', { name: 'Save college' })).toBeVisible();
  await first.getByLabel('Convocation Fee').fill('900');
  await expect(first.getByText('Another administrator has to confirm it.', { exact: true })).toBeVisible();
  await first.getByRole('button', { name: 'Propose' }).click();
  await expect(
    first.getByText('Fee change proposed: ₹650 to ₹900. Another administrator has to confirm it.'),
  ).toBeVisible();
  await visit(first, `/admin/college-management?q=${college.code}`);
  await expect(first.getByRole('row').nth(1)).toContainText('₹650₹900 proposed');

  await visit(first, `/admin/settings/proposals?q=${college.code}`);
  const own = first.getByRole('button', { name: `Confirm: ${college.code}. You proposed this change` });
  await expect(own).toHaveAttribute('aria-disabled', 'true');
  await visit(second, `/admin/settings/proposals?q=${college.code}`);
  await second.getByRole('button', { name: `Confirm: ${college.code}` }).click();
  const dialog = second.getByRole('dialog', { name: 'Confirm this change?' });
  await expect(dialog).toContainText(`College ${college.code} (Change)`);
  await expect(dialog.getByRole('listitem')).toHaveText([/Address: Old Road/, /Convocation Fee: ₹650.*₹900/]);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(second.getByText(`${college.code}: the change is in force.`)).toBeVisible();
  await visit(second, `/admin/college-management?q=${college.code}`);
  await expect(second.getByRole('row').nth(1)).toContainText('₹900');
});

test('a student is added by the keyboard, and one with an application cannot be deleted', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/add-student');
  await page.getByLabel('Student Name').fill('ವಸಂತಿ');
  await page.getByLabel('Name in another script').fill('Vasanthi');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^The letter ವ is Kannada; /).first()).toBeVisible();
  await expect(page.getByText(/^The letter V is Latin; /).first()).toBeVisible();
  await expect(page.getByText('Choose the college.').first()).toBeVisible();
  await page.getByLabel('Student Name').fill('Vasanthi Shenoy');
  await page.getByLabel('Name in another script').fill('ವಸಂತಿ ಶೆಣೈ');
  await page.getByRole('combobox', { name: 'College' }).fill('kaveri');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Address').fill('Ashok Nagar, Mandya 571402');
  await page.getByLabel('Registration number').fill(`KEY${run}`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Vasanthi Shenoy is added.')).toBeVisible();

  await visit(page, `/admin/student-master?q=KEY${run}`);
  await expect(page.getByRole('row').nth(1)).toContainText('Vasanthi Shenoy');
  await page.getByRole('button', { name: 'Delete: Vasanthi Shenoy' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Vasanthi Shenoy?' })
    .getByRole('button', { name: 'Delete student' })
    .click();
  await expect(page.getByText('No students found').first()).toBeVisible();

  await visit(page, '/admin/student-master?q=Priya+Nair');
  await expect(page.getByRole('button', { name: /^Delete: Priya Nair/ })).toHaveAccessibleName(
    /An application with this registration number was received, so the student cannot be deleted\./,
  );
});

test('a new application fills itself in from the student master', async ({ browser }) => {
  const admin = await openDesk(browser, 'admin');
  const vasanthi = await writeStudent(admin, 3);
  await addStudent(admin, vasanthi);
  const page = await openDesk(browser, 'receiver');
  await visit(page, '/application-receiver/new-application');
  const registration = page.getByLabel('College Registration number');
  const status = page.getByRole('status').filter({ hasText: /student master/ });
  const college = page.getByRole('combobox', { name: 'College name' });

  await test.step('by the registration number, in any letters', async () => {
    await registration.fill(vasanthi.registrationNumber.toLowerCase());
    await expect(status).toHaveText(
      'Filled in from the student master: Vasanthi Rao, Sahyadri College of Engineering, Mysuru.',
    );
    await expect(page.getByLabel('Exam roll number')).toHaveValue(vasanthi.examRollNumber);
    await expect(page.getByLabel('Candidate name')).toHaveValue('Vasanthi Rao');
    await expect(page.getByLabel('Name in another script')).toHaveValue('ವಸಂತಿ ರಾವ್');
    await expect(college).toHaveValue(/COL001/);
    await expect(page.getByLabel('Total amount')).toHaveValue('700');
    await expect(registration).toBeFocused();
    await expect(registration).toHaveValue(vasanthi.registrationNumber.toLowerCase());
  });

  await test.step('undone and done again, with the keyboard on the same button', async () => {
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByLabel('Candidate name')).toHaveValue('');
    await expect(status).toHaveText(/^In the student master: Vasanthi Rao/);
    await expect(page.getByRole('button', { name: 'Fill in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Candidate name')).toHaveValue('Vasanthi Rao');
  });

  await test.step('another number takes back what came with the first; what was typed stays', async () => {
    await page.getByLabel('Candidate name').fill('Vasanthi R');
    await registration.fill(`NOBODY${run}`);
    await expect(status).toHaveText('Not in the student master.');
    await expect(page.getByLabel('Exam roll number')).toHaveValue('');
    await expect(page.getByLabel('Candidate name')).toHaveValue('Vasanthi R');
    await registration.fill('');
    await page.getByLabel('Exam roll number').fill(vasanthi.examRollNumber);
    await expect(registration).toHaveValue(vasanthi.registrationNumber);
    await expect(page.getByLabel('Candidate name')).toHaveValue('Vasanthi R');
    await expect(status).toContainText('Left as you typed, though the master differs: Candidate name.');
  });

  await test.step('a number of two colleges asks which student', async () => {
    await addStudent(admin, await writeStudent(admin, 4, { name: 'Savita Rao' }));
    await addStudent(admin, await writeStudent(admin, 4, { name: 'Sunita Rao', collegeCode: 'COL002' }));
    await page.getByLabel('Candidate name').fill('');
    await page.getByLabel('Exam roll number').fill('');
    await registration.fill(`STU${run}4`);
    await expect(status).toContainText('Choose the student');
    await page.getByRole('button', { name: /^Sunita Rao, Kaveri/ }).press('Enter');
    await expect(page.getByLabel('Candidate name')).toHaveValue('Sunita Rao');
    await expect(college).toHaveValue(/COL002/);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  });

  await test.step('a receiver of another college is not told', async () => {
    const outsider = await openDesk(browser, 'receiver', 'receiver.col002@dikshant.example');
    await visit(outsider, '/application-receiver/new-application');
    await outsider.getByLabel('College Registration number').fill(vasanthi.registrationNumber);
    await expect(outsider.getByText('Not in the student master.')).toBeVisible();
  });
});

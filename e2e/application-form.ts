import { expect, type Locator, type Page } from '@playwright/test';
import { drawPortrait, writeDraftScan } from '#dev/seed/demo-pictures.ts';
import { formatDay } from '#shared/format.ts';
import { registrationOf } from './applications.ts';
import { newDraft } from './drafts.ts';
import { visit } from './visit.ts';

export const newApplication = '/application-receiver/new-application';

/** What the form shows, field by field, files by their names. */
export type ShownForm = Record<string, string | boolean>;

/** The form of a new application as it is when nothing is kept, whatever a journey before left. */
export async function openNewApplication(page: Page): Promise<void> {
  for (const { id } of await listSavedDrafts(page, 'new-application')) {
    await page.request.delete(`/api/form-drafts/new-application/${id}`, { data: {} });
  }
  await visit(page, newApplication);
  await expect(page.getByLabel('College Registration number')).toBeVisible();
}

/** Types something into every field of a new application: two drafts, of which the second is kept for the next one. */
export async function fillEveryField(page: Page, ordinal: number): Promise<void> {
  const typed = {
    'College Registration number': registrationOf(ordinal),
    'Exam roll number': `2488${ordinal}`,
    'Candidate name': `Chandrika Bhat ${ordinal}`,
    'Name in another script': 'ಚಂದ್ರಿಕಾ ಭಟ್',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await unfold(page, 'Contact details');
  await page.getByRole('checkbox', { name: /has heard the notice/ }).check();
  const contact = {
    Mobile: '9845012345',
    'Email Id': `c${ordinal}@mail.example`,
    'Postal address': '4, Fort Road, Mysuru',
    'State or union territory': 'Karnataka',
    'PIN code': '570001',
  };
  for (const [label, value] of Object.entries(contact)) await page.getByLabel(label).fill(value);
  await choose(page, 'College name', /COL001/);
  await choose(page, 'Course/Degree', 'MECH');
  await choose(page, 'Academic year', '2024-25');
  await choose(page, 'Mode of study', 'Part-time');
  await choose(page, 'Certificate type', 'Degree');
  await choose(page, 'Chosen Color', 'Maroon');
  await choose(page, 'Selected Paper', 'Parchment');
  const category = page.getByRole('combobox', { name: 'Category' });
  await category.fill('GM');
  await category.press('Tab');
  await choose(page, 'Attendance at the convocation', 'In person');
  await upload(page, 'Photo', `photo-${ordinal}.jpg`, await drawPortrait(ordinal));
  await fillDraft(page, 1, newDraft(300), `dd-${ordinal}.pdf`);
  await page.getByRole('button', { name: 'Add another demand draft' }).click();
  await fillDraft(page, 2, newDraft(900), `dd-${ordinal}-2.pdf`);
}

export async function fillDraft(
  page: Page,
  ordinal: number,
  draft: ReturnType<typeof newDraft>,
  receipt = 'dd.pdf',
): Promise<void> {
  const face = page.getByRole('group', { name: `Demand draft ${ordinal}` });
  await face.getByLabel('DD number').fill(draft.number);
  await face.getByLabel('DD date').fill(formatDay(draft.drawnOn));
  await face.getByLabel('Issuing bank').fill(draft.bank);
  await face.getByLabel('Branch').fill(draft.branch);
  await face.getByLabel('Amount').fill(String(draft.amount));
  const field = page.getByRole('group', { name: /^Bank receipt \(DD\)/ }).nth(ordinal - 1);
  await uploadTo(field, receipt, writeDraftScan(draft));
}

/** Opens a section of the form that is folded to its state. */
export async function unfold(page: Page, section: string): Promise<void> {
  const fold = page.getByRole('group', { name: section, exact: true });
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click();
}

export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}

export async function upload(
  form: Page | Locator,
  label: string,
  name: string,
  buffer: Buffer,
  shownName = name,
): Promise<void> {
  await uploadTo(form.getByRole('group', { name: label }), name, buffer, shownName);
}

async function uploadTo(field: Locator, name: string, buffer: Buffer, shownName = name): Promise<void> {
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
  await field.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
  // A link once it is uploaded.
  await expect(field.getByRole('link', { name: shownName })).toBeVisible();
}

/** Everything that stands in the form, folded or not, and none of it empty. */
export async function readEveryField(page: Page): Promise<ShownForm> {
  // It follows the schedule of fees, which the portal answers.
  await expect(page.locator('form [data-path=totalAmount]')).not.toHaveValue('');
  const shown: ShownForm = Object.fromEntries(
    await page.locator('form [data-path]').evaluateAll((fields) =>
      fields.map((field) => {
        if (!['INPUT', 'TEXTAREA'].includes(field.tagName))
          return [field.dataset.path, field.closest('[role=group]').textContent];
        return [field.dataset.path, field.type === 'checkbox' ? field.checked : field.value];
      }),
    ),
  );
  expect(Object.keys(shown).length).toBeGreaterThanOrEqual(15);
  for (const [path, value] of Object.entries(shown)) expect(value, path).not.toBe('');
  return shown;
}

/** Waits until the server has the newest key of a field, not an earlier one. */
export async function expectSaved(page: Page, formKey: string, field: string, value: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const drafts = await listSavedDrafts(page, formKey);
        return drafts.map((draft) => draft.values[field]);
      },
      { timeout: 3_000, intervals: [50] },
    )
    .toContain(value);
}

/** What the server has of a form that its person has not saved, the newest first. */
export async function listSavedDrafts(
  page: Page,
  formKey: string,
): Promise<{ id: string; values: Record<string, unknown> }[]> {
  return (await (await page.request.get(`/api/form-drafts/${formKey}`)).json()).drafts;
}

/** The applications with this registration number, each the whole of it. */
export async function findReceived(page: Page, ordinal: number): Promise<Record<string, unknown>[]> {
  const search = new URLSearchParams({ search: registrationOf(ordinal) });
  const { rows } = await (await page.request.get(`/api/applications?${search}`)).json();
  return Promise.all(
    rows.map(async ({ id }: { id: string }) => (await page.request.get(`/api/applications/${id}`)).json()),
  );
}

/** What the server has of an application after `fillEveryField`, its files and drafts included. */
export async function expectReceivedOnce(page: Page, ordinal: number): Promise<void> {
  const rows = await findReceived(page, ordinal);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    registrationNumber: registrationOf(ordinal),
    examRollNumber: `2488${ordinal}`,
    candidateName: `Chandrika Bhat ${ordinal}`,
    candidateNameNative: 'ಚಂದ್ರಿಕಾ ಭಟ್',
    courseDegree: 'MECH',
    collegeCode: 'COL001',
    academicYear: '2024-25',
    modeOfStudy: 'Part-time',
    postalAddress: '4, Fort Road, Mysuru, by the fort',
    certificateType: 'Degree',
    chosenColour: 'Maroon',
    selectedPaper: expect.stringContaining('Parchment'),
    photo: { name: `photo-${ordinal}.jpg` },
    receipts: [{ name: `dd-${ordinal}.pdf` }, { name: `dd-${ordinal}-2.pdf` }],
    totalAmount: 700,
    paidAmount: 700,
    draftNumbers: expect.stringMatching(/^\d{6}, \d{6}$/),
  });
  await expect.poll(() => listSavedDrafts(page, 'new-application')).toEqual([]);
}

import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo, pauseResponses } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import { ApplicationFormPage } from './application-form.tsx';

const id = (last: number) => `0197a1a0-0000-7000-8000-00000000010${last}`;
const student = {
  ...blankEntry(awardRecord),
  id: id(1),
  name: 'Asha Rao',
  nameNative: 'ಆಶಾ ರಾವ್',
  registrationNumber: 'COL001-24-0001',
  examRollNumber: '2499001',
  collegeId: id(2),
  collegeName: 'Basava Arts College',
  courseId: id(3),
  academicYear: '2024-25',
  modeOfStudy: 'Regular',
  address: '4, Fort Road',
  consentNoticeVersion: '1',
  consentRecordedOn: '2026-11-24',
};

beforeEach(() => {
  answerTo('GET /api/application-choices', () => ({
    colleges: [
      { id: id(2), name: 'Basava Arts College', code: 'COL001', convocationFee: 700 },
      { id: id(5), name: 'Kittur Law College', code: 'COL003', convocationFee: 700 },
    ],
    courses: [
      { id: id(3), name: 'ECE', namesGuide: false },
      { id: id(6), name: 'PHD', namesGuide: true },
    ],
    papers: [{ id: id(4), name: 'Parchment', colour: 'Maroon' }],
    certificateTypes: ['Degree'],
    academicYears: ['2024-25'],
    categories: [],
  }));
  answerTo('GET /api/checklist/missing', () => ({ missing: [], administrators: [] }));
  answerTo('GET /api/choices', () => ({
    modes_of_study: [{ value: 'Regular', name: 'Regular' }],
    banks: [],
    concession_reasons: [],
    carriers: [],
  }));
  answerTo('GET /api/stock-words', () => ({ words: [] }));
  answerTo('GET /api/applications/earlier', () => ({ application: null }));
  answerTo('GET /api/demand-drafts/look-up', () => ({ draft: null }));
  answerTo('GET /api/due-charges', () => [
    { kind: 'application', scheduledAmount: 700, feeId: null, row: null },
    {
      kind: 'late',
      scheduledAmount: 0,
      feeId: id(7),
      row: {
        college: null,
        course: null,
        level: null,
        certificateType: null,
        category: null,
        attendance: null,
        academicYear: null,
      },
    },
  ]);
  answerTo('GET /api/students/by-number', () => [student]);
});

const registration = page.getByRole('textbox', { name: 'College Registration number' });
const fold = (name: string) => page.getByRole('group', { name, exact: true });
const isOpen = (name: string) => (fold(name).element() as HTMLDetailsElement).open;

async function openFor(number: string): Promise<void> {
  await renderScreen(<ApplicationFormPage />);
  await registration.fill(number);
}

test('for a known student the form is short and folded, and the consent is asked for again', async () => {
  await openFor('COL001-24-0001');
  await expect.element(page.getByText(/^Filled in from the student master/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Total amount' })).toHaveValue('700');
  await expect.element(page.getByText(/late/i)).not.toBeInTheDocument();
  await expect.poll(() => isOpen('Candidate')).toBe(false);
  const stateOf = (name: string) => fold(name).element().querySelector('summary')!.textContent;
  expect(stateOf('Candidate')).toContain('from the student master');
  expect(stateOf('Contact details')).toContain('by the college; ask again');
  await expect
    .element(page.getByRole('checkbox', { name: /has heard the notice/, includeHidden: true }))
    .not.toBeChecked();

  const form = document.querySelector('form')!;
  expect(form.getBoundingClientRect().height).toBeLessThanOrEqual(960);
  await userEvent.click(registration);
  let stops = 1;
  for (; document.activeElement?.textContent !== 'Receive application' && stops < 60; stops += 1)
    await userEvent.tab();
  expect(stops).toBeLessThanOrEqual(25);
});

test('before the fee is there, the form is not sent, and says why', async () => {
  const answerFee = pauseResponses('GET /api/due-charges');
  await openFor('COL001-24-0001');
  const receive = page.getByRole('button', { name: 'Receive application' });
  await expect.element(receive).toHaveAccessibleDescription('The fee is being read.');
  await expect.element(receive).toHaveAttribute('aria-disabled', 'true');
  await vi.waitFor(() => answerFee());
  await expect.element(page.getByRole('textbox', { name: 'Total amount' })).toHaveValue('700');
  await expect.element(receive).not.toHaveAttribute('aria-disabled');
});

test('what is missing opens its section, and an error in a folded one gets the focus', async () => {
  answerTo('GET /api/students/by-number', () => []);
  await openFor('NOBODY');
  expect(isOpen('Candidate')).toBe(true);
  expect(isOpen('Award record')).toBe(false);
  await expect.element(page.getByText('Guide name')).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Course/Degree' }).fill('PHD');
  await userEvent.tab();
  await expect.element(page.getByText('Guide name')).toBeVisible();
  await page.getByText('Award record').click();
  await page.getByRole('textbox', { name: 'Percentage' }).fill('101');
  // What is wrong keeps it open.
  await page.getByText('Contact details').click();
  await page.getByRole('checkbox', { name: /has heard the notice/ }).click();
  await page.getByRole('textbox', { name: 'PIN code' }).fill('12');
  await page.getByText('Contact details').click();
  await expect.poll(() => isOpen('Contact details')).toBe(false);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => isOpen('Contact details')).toBe(true);
  await expect.element(page.getByRole('textbox', { name: 'Exam roll number' })).toHaveFocus();
  await page.getByRole('button', { name: 'Enter the six digits of the PIN code.' }).click();
  await expect.element(page.getByRole('textbox', { name: 'PIN code' })).toHaveFocus();
});

test.each([
  [1366, 768],
  // At 200 %.
  [683, 384],
])('no error hides behind the bar at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  answerTo('GET /api/students/by-number', () => []);
  await openFor('NOBODY');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const summary = page.getByRole('alert').getByRole('button');
  await expect.element(summary.first()).toBeVisible();
  expect(summary.elements().length).toBeGreaterThan(5);
  for (const one of summary.all()) {
    await one.click();
    const field = document.activeElement!;
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const error = document.getElementById(ids.find((each) => each.endsWith('-error')) ?? '');
    expect(error?.textContent, field.outerHTML).toBeTruthy();
    await expect.poll(() => isUncovered(error!), { message: error!.textContent }).toBe(true);
  }
});

/** In the window, and not below what sticks to its lower edge; the list of a select may be open over it. */
function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return hit !== null && !document.querySelector('[type=submit]')!.parentElement!.contains(hit);
}

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo, pauseResponses, sentTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { RequestReprintDialog } from './request-reprint-dialog.tsx';

const certificates = ['Xavier Dsouza', 'Xenia Pinto', 'Asha Rao'].map((studentName, index) => ({
  id: crypto.randomUUID(),
  convocationNumber: `2025/00001${index}`,
  studentName,
  state: 'printed',
  withheldAt: null,
}));
const picker = page.getByRole('combobox', { name: 'Certificate' });
const option = page.getByRole('option');

beforeEach(() => {
  answerTo('GET /api/certificates', () => ({ rows: certificates, hasMore: false }));
  answerTo('GET /api/reprint-requests', () => ({ rows: [], hasMore: false }));
  answerTo('GET /api/choices', () => ({ reprint_reasons: [] }));
});

/** The portal finds only these from now on. */
const finds = (...rows: typeof certificates) =>
  answerTo('GET /api/certificates', () => ({ rows, hasMore: false }));

const renderDialog = () =>
  renderScreen(<RequestReprintDialog certificate={null} onClose={() => undefined} />);

test.each(['{Tab}', '{Enter}'])('a name that matches one certificate and %s chooses it', async (key) => {
  await renderDialog();
  await picker.click();
  finds(certificates[0]!);
  await userEvent.keyboard('Xavier');
  await expect.poll(() => option.elements().length).toBe(1);
  await userEvent.keyboard(key);
  await expect.element(picker).toHaveValue('2025/000010, Xavier Dsouza');
});

test('a whole number with Enter is chosen though the answer comes later', async () => {
  await renderDialog();
  await picker.click();
  finds(certificates[1]!);
  const answer = pauseResponses('GET /api/certificates');
  const before = sentTo('GET /api/certificates').length;
  await userEvent.keyboard('2025/000011{Enter}');
  await expect.poll(() => sentTo('GET /api/certificates').length).toBeGreaterThan(before);
  answer();
  await expect.element(picker).toHaveValue('2025/000011, Xenia Pinto');
  expect(sentTo('POST /api/reprint-requests'), 'Enter chose, and sent nothing').toEqual([]);
});

test('what matches nothing stays, says so, and is no choice', async () => {
  await renderDialog();
  await picker.click();
  finds();
  await userEvent.keyboard('Nobody{Tab}');
  await expect.element(picker).toHaveValue('Nobody');
  await expect.element(picker).toBeInvalid();
  await expect
    .element(picker)
    .toHaveAccessibleDescription(/“Nobody” is not in the list. Choose an entry of the list./);
});

test('Tab through the field chooses nothing that nobody typed', async () => {
  await renderDialog();
  await picker.click();
  await expect.poll(() => option.elements().length).toBe(3);
  await userEvent.keyboard('{Tab}');
  await expect.element(picker).toHaveValue('');
});

test('Tab before the answer does not choose the first of several that nobody saw', async () => {
  await renderDialog();
  await picker.click();
  finds(certificates[0]!, certificates[1]!);
  const answer = pauseResponses('GET /api/certificates');
  const before = sentTo('GET /api/certificates').length;
  await userEvent.keyboard('X{Tab}');
  await expect.poll(() => sentTo('GET /api/certificates').length).toBeGreaterThan(before);
  answer();
  await expect.element(picker).toHaveAccessibleDescription(/“X” fits several entries. Choose one of them./);
  await expect.element(picker).toHaveValue('X');
});

test('nor does a key that follows at once choose of what was found for the text before', async () => {
  await renderDialog();
  await picker.click();
  await expect.poll(() => option.elements().length).toBe(3);
  finds();
  const field = picker.element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Nobody');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // Before any other task of the page.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  field.blur();
  await expect.element(picker).toHaveAccessibleDescription(/“Nobody” is not in the list/);
  await expect.element(picker).toHaveValue('Nobody');
});

test('the end of the session is said where the dialog would autosave', async () => {
  answerTo('PUT /api/form-drafts', () => Response.json({ code: 'auth.signed_out' }, { status: 401 }));
  await renderDialog();
  await userEvent.fill(page.getByRole('combobox', { name: 'Reason for reprint' }), 'The name is smudged');
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
});

test('what was typed before a fault was asked about comes back, and asks whose it is', async () => {
  const values = { certificateId: certificates[1]!.id, certificate: certificates[1], kind: 'wrong_copy' };
  const kept = { id: crypto.randomUUID(), at: new Date().toISOString(), opened: null, after: null, ends: [] };
  const draft = { ...kept, values: { ...values, reason: 'The name is smudged', errorPhoto: null } };
  sessionStorage.setItem('draft:0197a1a0-0000-7000-8000-000000000001:reprint', JSON.stringify(draft));
  await renderDialog();
  await expect.element(picker).toHaveValue('2025/000011, Xenia Pinto');
  await expect
    .element(page.getByRole('combobox', { name: 'Reason for reprint' }))
    .toHaveValue('The name is smudged');
  await page.getByRole('button', { name: 'Ask for a reprint' }).click();
  await expect.element(page.getByText('Choose whose fault it is.')).toBeVisible();
  expect(sentTo('POST /api/reprint-requests')).toEqual([]);
});

import { TextInput } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { refusal, unreachable } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { queryClient } from '#platform/web/api/query-client.ts';
import { ChoiceInput } from './choice-input.tsx';
import { FormPage } from './form-page.tsx';
import { RecordFormPage, useRecordForm } from './record-form.tsx';

const Entry = z.object({
  name: z.string().trim().min(3, 'Enter the name.'),
  roll: z.string().regex(/^\d{4}$/, 'The roll number has 4 digits.'),
  college: z.string().min(1, 'Choose the college.'),
});
type Entry = z.infer<typeof Entry>;
type Student = Entry & { id: string; version: number };

const blank: Entry = { name: '', roll: '', college: '' };
const asha: Student = { id: 'a1', version: 4, name: 'Asha', roll: '1001', college: 'COL001' };
const colleges = [
  { value: 'COL001', label: 'Basava Arts College' },
  { value: 'COL003', label: 'Kittur Law College' },
];

const name = page.getByRole('textbox', { name: 'Name' });
const roll = page.getByRole('textbox', { name: 'Roll number' });
const college = page.getByRole('combobox', { name: 'College' });
const save = page.getByRole('button', { name: 'Save student' });

/** What the form asks for: the record that is edited, and the commands that save it. */
function portal() {
  return {
    get: vi.fn(async (_input: { id: string }) => asha),
    add: vi.fn(async (_entry: Entry, _options: { context: { idempotencyKey: string } }) => ({ id: 'b2' })),
    edit: vi.fn(async (_entry: Student) => ({ version: 5 })),
  };
}

function StudentForm({ record, get, add, edit }: { record: Student | null } & ReturnType<typeof portal>) {
  const { form, page: common } = useRecordForm<Student, Entry>({
    record,
    name: 'student',
    schema: Entry,
    blank,
    get,
    add,
    edit,
    added: (entry) => `${entry.name} is added.`,
    saved: (entry) => `${entry.name} is saved.`,
    backTo: '/before',
    labels: { name: 'Name', roll: 'Roll number', college: 'College' },
  });
  return (
    <FormPage {...common} title="Student" draftName={(values) => [values.name]} submitLabel="Save student">
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Roll number" {...form.getInputProps('roll')} />
      <ChoiceInput label="College" data={colleges} {...form.getInputProps('college')} />
    </FormPage>
  );
}

function renderForm(calls = portal(), address?: string) {
  const get = { key: () => [['students', 'getStudent']], call: calls.get };
  return renderScreen(
    <RecordFormPage get={get}>{(record) => <StudentForm record={record} {...calls} />}</RecordFormPage>,
    { address },
  );
}

test('faults stand at their fields, are summed up, and the first one has the focus', async () => {
  const calls = portal();
  await renderForm(calls);
  await userEvent.fill(name, 'Basava');
  await save.click();
  await expect.element(roll).toHaveFocus();
  await expect.element(roll).toHaveAccessibleDescription('The roll number has 4 digits.');
  await expect.element(college).toHaveAccessibleDescription('Choose the college.');
  await expect.element(name).toBeValid();
  await expect.element(page.getByRole('alert')).toMatchTextContent('2 fields need attention');
  await page.getByRole('alert').getByRole('button', { name: 'Choose the college.' }).click();
  await expect.element(college).toHaveFocus();
  expect(calls.add).not.toHaveBeenCalled();
});

test('Ctrl+Enter saves from anywhere, with what is typed into a choice', async () => {
  const calls = portal();
  await renderForm(calls);
  await userEvent.fill(name, 'Basava');
  await userEvent.fill(roll, '1002');
  await userEvent.fill(college, 'kitt');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Basava is added.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Before' })).toBeVisible();
  expect(calls.add.mock.calls.map(([entry]) => entry)).toEqual([
    { name: 'Basava', roll: '1002', college: 'COL003' },
  ]);
});

test('Enter in a choice with text that fits nothing does not save what was chosen before', async () => {
  const calls = portal();
  await renderForm(calls, '/screen?edit=a1');
  await userEvent.fill(college, 'Medical');
  await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('1 field needs attention');
  await expect
    .element(college)
    .toHaveAccessibleDescription('“Medical” is not in the list. Choose an entry of the list.');
  await expect.element(college).toHaveFocus();
  expect(calls.edit).not.toHaveBeenCalled();
});

test('Ctrl+Enter with the focus nowhere saves too', async () => {
  const calls = portal();
  await renderForm(calls, '/screen?edit=a1');
  await userEvent.fill(roll, '1009');
  roll.element().blur();
  expect(document.activeElement).toBe(document.body);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Asha is saved.')).toBeVisible();
  expect(calls.edit.mock.calls[0]![0]).toEqual({ ...asha, roll: '1009' });
});

test('when saving fails it says why, keeps everything, and can be tried again', async () => {
  const calls = portal();
  calls.add.mockRejectedValueOnce(unreachable());
  await renderForm(calls);
  await userEvent.fill(name, 'Basava');
  await userEvent.fill(roll, '1002');
  await userEvent.fill(college, 'Kittur');
  await userEvent.keyboard('{Tab}');
  await save.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The portal cannot be reached\./);
  await expect.element(name).toHaveValue('Basava');
  await expect.element(roll).toHaveValue('1002');
  await expect.element(college).toHaveValue('Kittur Law College');
  await save.click();
  await expect.element(page.getByText('Basava is added.')).toBeVisible();
  // The same intent: the portal does it once, whether or not it did it the first time.
  const [first, second] = calls.add.mock.calls.map(([, { context }]) => context.idempotencyKey);
  expect(second).toBe(first);
});

test('what the portal says of a field stands at the field and takes the focus', async () => {
  const calls = portal();
  const issues = [{ path: 'roll', message: 'Roll number 1002 is taken.' }];
  calls.add.mockRejectedValueOnce(refusal('request.invalid', undefined, issues));
  await renderForm(calls);
  await userEvent.fill(name, 'Basava');
  await userEvent.fill(roll, '1002');
  await userEvent.fill(college, 'Kittur');
  await userEvent.keyboard('{Tab}');
  await save.click();
  await expect.element(roll).toHaveFocus();
  await expect.element(roll).toHaveAccessibleDescription('Roll number 1002 is taken.');
  await expect.element(name).toHaveValue('Basava');
});

test('a page that dies loses nothing: the next one has what was typed', async () => {
  const { unmount } = await renderForm();
  await userEvent.fill(name, 'Basava');
  await userEvent.fill(roll, '10');
  await unmount();
  queryClient.clear();
  await renderForm();
  await expect.element(name).toHaveValue('Basava');
  await expect.element(roll).toHaveValue('10');
  await expect.element(page.getByText(/^Unsaved changes from .* restored\.$/)).toBeVisible();
});

test('leaving with unsaved input asks first', async () => {
  const { router } = await renderForm();
  await userEvent.fill(name, 'Basava');
  void router.navigate({ to: '/before' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect.element(question.getByRole('button', { name: 'Stay' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Basava');
});

test('a colleague was quicker: what both changed is asked, and nothing is overwritten', async () => {
  const calls = portal();
  await renderForm(calls, '/screen?edit=a1');
  await userEvent.fill(roll, '1009');
  calls.edit.mockRejectedValueOnce(refusal('records.stale', { changedBy: 'Ravi Patil' }));
  calls.get.mockResolvedValueOnce({ ...asha, version: 5, name: 'Asha Rao', roll: '1007' });
  await save.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Ravi Patil saved this record after you opened it/);
  await expect.element(name).toHaveValue('Asha Rao');
  await expect.element(roll).toHaveValue('1009');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: 'Theirs: 1007' }).click();
  await expect.element(roll).toHaveValue('1007');
  await save.click();
  await expect.element(page.getByText('Asha Rao is saved.')).toBeVisible();
  expect(calls.edit.mock.lastCall![0]).toEqual({ ...asha, version: 5, name: 'Asha Rao', roll: '1007' });
});

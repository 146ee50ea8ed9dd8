import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo, sentTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { FormPage } from './form-page.tsx';

const name = page.getByRole('textbox', { name: 'Name' });
const others = page.getByText('Unsaved changes in other tabs and browsers');

function Form() {
  const form = useForm({ initialValues: { name: '' } });
  return (
    <FormPage
      title="Student"
      form={form}
      draftKey="student"
      draftName={(values) => [values.name]}
      submitLabel="Save student"
      save={async () => ({})}
      onSaved={() => undefined}
      onCancel={() => undefined}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormPage>
  );
}

test('leaving what is autosaved does not call it unsaved, and nothing is discarded', async () => {
  const { router } = await renderScreen(<Form />);
  await userEvent.fill(name, 'Basava');
  await expect.element(page.getByText('Autosaved', { exact: true })).toBeVisible();
  void router.navigate({ to: '/before' });
  const question = page.getByRole('dialog');
  await expect.element(question).toMatchTextContent(/autosaved/i);
  await expect.element(question).not.toMatchTextContent(/not saved|discarded/);
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Before' })).toBeVisible();
  expect(sentTo('DELETE /api/form-drafts')).toEqual([]);
});

test('a reload goes on with its own input instead of listing it as another tab’s', async () => {
  const kept = new Map<string, object>();
  const keep = (draft: unknown, rest: string) => {
    const id = rest.split('/').at(-1)!;
    kept.set(id, { id, opened: null, ...(draft as object), keptAt: new Date().toISOString() });
    return { keptAt: new Date().toISOString() };
  };
  answerTo('PUT /api/form-drafts', keep);
  answerTo('GET /api/form-drafts', () => ({ drafts: [...kept.values()] }));
  for (let reload = 0; reload < 3; reload += 1) {
    const { unmount } = await renderScreen(<Form />);
    await userEvent.fill(name, `Basava ${reload}`);
    await expect.element(page.getByText('Autosaved', { exact: true })).toBeVisible();
    await expect.element(others).not.toBeInTheDocument();
    await unmount();
  }
  expect(kept.size).toBe(1);
});

test('the first autosave of an ended session says so and offers to sign in', async () => {
  answerTo('PUT /api/form-drafts', () => Response.json({ code: 'auth.signed_out' }, { status: 401 }));
  await renderScreen(<Form />);
  await userEvent.fill(name, 'Basava');
  await expect
    .element(page.getByText('Your session has ended. Sign in again. Your input is saved.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await expect.element(name).toHaveValue('Basava');
});

test('what is kept nowhere is not called saved, and leaving says that it is lost', async () => {
  answerTo('PUT /api/form-drafts', () => Response.json({ code: 'request.unreadable' }, { status: 503 }));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const { router } = await renderScreen(<Form />);
  await userEvent.fill(name, 'Basava');
  await expect.element(page.getByText('Not saved', { exact: true })).toBeVisible();
  void router.navigate({ to: '/before' });
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(/not saved. If you leave, they are discarded/);
});

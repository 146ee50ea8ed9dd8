import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pauseResponses, sentTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { Preferences } from '#shared/preferences.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { chooseOption, grid, listOf, rowsNamed, showList } from './list/list-screen.testing.tsx';

const saving = 'PUT /api/account/preferences';
const heading = (name: string) => grid.getByRole('columnheader', { name });
const box = (name: string) => page.getByRole('checkbox', { name });
const saves = (times: number) => expect.poll(() => sentTo(saving)).toHaveLength(times);

/** What was hidden as it was saved last. */
function hidden(): string[] | undefined {
  return Preferences.parse(sentTo(saving).at(-1)).listViews['test-list']?.hidden;
}

async function openColumns() {
  const answer = pauseResponses(saving);
  await showList(listOf(rowsNamed('Asha')));
  await expect.element(heading('The guide')).toBeInTheDocument();
  await chooseOption('Columns');
  return answer;
}

test('what is changed while a change is saved is saved after it', async () => {
  const answer = await openColumns();
  await box('The guide').click();
  await saves(1);
  await box('The bank').click();
  await box('The roll').click();
  answer();
  await saves(2);
  answer();
  expect(hidden()).toEqual(['guide', 'bank', 'roll']);
  for (const name of ['The guide', 'The bank', 'The roll'])
    await expect.element(heading(name)).not.toBeInTheDocument();
});

test('what is refused is shown as it was saved last, with why', async () => {
  const answer = await openColumns();
  await box('The guide').click();
  await saves(1);
  await box('The bank').click();
  answer();
  await saves(2);
  answer(true);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(heading('The bank')).toBeInTheDocument();
  await expect.element(heading('The guide')).not.toBeInTheDocument();
});

test('a change that was refused is saved with the next one', async () => {
  const answer = await openColumns();
  await box('The guide').click();
  await saves(1);
  await box('The bank').click();
  answer(true);
  await saves(2);
  answer();
  expect(hidden()).toEqual(['guide', 'bank']);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a switch that is turned back at once is saved as it stands', async () => {
  const answer = pauseResponses(saving);
  await renderScreen(<KeysDialog isOpen onClose={() => {}} keys={[]} />);
  const letters = page.getByRole('switch');
  await letters.click();
  await saves(1);
  await letters.click();
  answer();
  await saves(2);
  answer();
  expect(sentTo(saving)).toMatchObject([{ letterKeys: false }, { letterKeys: true }]);
  await expect.element(letters).toBeChecked();
});

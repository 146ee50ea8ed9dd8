import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pauseResponses, sentTo } from '#dev/testing/web/portal-responses.ts';
import type { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { ListLayout } from '#shared/list-layout.ts';
import {
  chooseOption,
  grid,
  listOf,
  listOptions,
  type Row,
  rowsNamed,
  showList,
} from './list-screen.testing.tsx';

const layout: ListLayout<Row, string, 'name'> = {
  name: 'test-list',
  columns: {
    name: { header: 'Candidate', sortKey: 'name' },
    place: { header: 'Place', value: () => 'Mysuru' },
  },
};

const name = page.getByRole('textbox', { name: 'Name of the view' });

async function showThree(options?: Parameters<typeof renderScreen>[1]) {
  return showList(listOf(rowsNamed('Asha', 'Basava', 'Chandra'), layout), options);
}

/** By keyboard: it is the first entry of the menu. */
async function openViews() {
  listOptions.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Views' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
}

async function save(as: string) {
  await openViews();
  await expect.element(name).toBeVisible();
  await name.fill(as);
  await userEvent.keyboard('{Enter}');
}

test('by keyboard alone a view is saved, opened, renamed and deleted', async () => {
  const { router } = await showThree({ address: '/screen?sort=-name&q=ash&open=id-0' });
  await userEvent.keyboard('{Escape}');
  await save('Ashas');
  await expect.element(page.getByText('Ashas is saved.')).toBeVisible();
  await expect.element(listOptions).toHaveFocus();
  expect(sentTo('POST /api/account/views')).toEqual([
    { list: 'test-list', name: 'Ashas', address: 'q=ash&sort=-name' },
  ]);

  await router.navigate({ href: '/screen' });
  await expect.element(page.getByText('3 entries').first()).toBeVisible();
  await openViews();
  await expect.element(page.getByRole('button', { name: 'Ashas', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^1 of 3/).first()).toBeVisible();
  expect(router.state.location.search).toEqual({ q: 'ash', sort: '-name' });

  await openViews();
  await page.getByRole('button', { name: 'Rename Ashas' }).click();
  await expect.element(page.getByRole('textbox', { name: 'New name of Ashas' })).toHaveFocus();
  await userEvent.keyboard('{End} of all{Enter}');
  await expect.element(page.getByRole('button', { name: 'Ashas of all', exact: true })).toBeVisible();
  await expect.element(name).toHaveFocus();
  await page.getByRole('button', { name: 'Delete Ashas of all' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Ashas of all', exact: true }))
    .not.toBeInTheDocument();
  await expect.element(name).toHaveFocus();
});

test('a view is replaced by what the list shows when it is saved under the same name', async () => {
  const { router } = await showThree({ address: '/screen?q=ash' });
  await save('Ashas');
  await page.getByLabelText('Search applications').fill('bas');
  await expect.poll(() => router.state.location.search).toEqual({ q: 'bas' });
  await save('Ashas');
  await expect.element(page.getByText('Ashas shows what this list shows now.')).toBeVisible();
  expect(sentTo('PUT /api/account/views/')).toMatchObject([{ name: 'Ashas', address: 'q=bas' }]);
});

test('a name that is taken is said at its field', async () => {
  await showThree({ address: '/screen?q=ash' });
  await save('Taken');
  await expect
    .element(page.getByText('You have another view of this list with this name.', { exact: false }))
    .toBeVisible();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a link with columns shows them, and changes stay in the address', async () => {
  const { router } = await showThree({ address: '/screen?columns=place.name-h' });
  await expect.element(grid.getByRole('columnheader', { name: 'Place' })).toBeInTheDocument();
  await expect.element(grid.getByRole('columnheader', { name: 'Candidate' })).not.toBeInTheDocument();
  await chooseOption('Columns');
  await page.getByRole('checkbox', { name: 'Candidate' }).click();
  await expect.element(grid.getByRole('columnheader', { name: 'Candidate' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ columns: 'place.name' });
  expect(sentTo('PUT /api/account/preferences')).toEqual([]);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test('two views that are deleted at once are both deleted', async () => {
  await showThree();
  for (const as of ['First', 'Second']) {
    await save(as);
    await expect.element(page.getByText(`${as} is saved.`)).toBeVisible();
  }
  await openViews();
  const answer = pauseResponses('DELETE /api/account/views/');
  const deleting = () => sentTo('DELETE /api/account/views/');
  await page.getByRole('button', { name: 'Delete First' }).click();
  await page.getByRole('button', { name: 'Delete Second' }).click();
  await expect.poll(deleting).toHaveLength(1);
  answer();
  await expect.poll(deleting).toHaveLength(2);
  answer();
  await expect.element(page.getByRole('button', { name: 'Second', exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'First', exact: true })).not.toBeInTheDocument();
});

// What `cdp()` can send.
import type {} from '@vitest/browser-playwright';
import { beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { refusal, sentTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { readProblem } from '#platform/web/api/problem.ts';
import { switchLanguage } from '#platform/web/languages/language.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { Preferences } from '#shared/preferences.ts';
import {
  cell,
  chooseOption,
  grid,
  layout,
  listOf,
  listOptions,
  manyRows,
  type Row,
  remove,
  rowActions,
  rowsNamed,
  showList,
} from './list/list-screen.testing.tsx';
import { listSource } from './list.tsx';
import { ListScreen } from './list-screen.tsx';

const details = page.getByRole('dialog', { name: /Row Details$/ });

/** Whether all of it is seen: within the window, with nothing over it. */
function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return [left + 2, right - 2].every((across) => element.contains(document.elementFromPoint(across, middle)));
}

beforeEach(() => {
  remove.mockReset().mockResolvedValue({});
});

test('the rows are asked for before anything of the list is drawn', async () => {
  const rows = listOf(manyRows(3));
  const answer = rows.fetchPage.getMockImplementation()!;
  const drawn: boolean[] = [];
  rows.fetchPage.mockImplementation((input) => {
    drawn.push(document.querySelector('[role="grid"], input') !== null);
    return answer(input);
  });
  await showList(rows);
  await expect.element(cell('Candidate 0')).toBeVisible();
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn).not.toContain(true);
});

test('at 1366 px name, status, amount and actions are in sight, however wide the list is', async () => {
  const long = { header: 'Remark', value: () => 'Received without its bank receipt' };
  const columns = { ...layout.columns, remark: long, drawn: long, desk: long, hall: long };
  await showList(listOf(rowsNamed('Asha', 'Basava'), { ...layout, columns }));
  await expect.element(cell('Asha')).toBeVisible();
  const pinned = () => [
    cell('Asha').element(),
    cell('Open').element(),
    cell('₹1,500').element(),
    grid.getByRole('button', { name: 'Delete: Asha' }).element(),
  ];
  expect(grid.element().scrollWidth).toBeGreaterThan(grid.element().clientWidth + 200);
  expect(pinned().map(isInSight)).toEqual([true, true, true, true]);
  expect(isInSight(cell('Received without its bank receipt').nth(6).element())).toBe(false);
  grid.element().scrollLeft = 400;
  await expect.poll(() => isInSight(cell('2026/0').element())).toBe(false);
  // They stick from the first frame that is scrolled.
  await expect.poll(() => pinned().map(isInSight)).toEqual([true, true, true, true]);
});

test('a column is as wide as its content', async () => {
  await showList(listOf(rowsNamed('Venkatasubrahmanya Lakshminarasimha Prasad', 'Asha')));
  const name = cell('Venkatasubrahmanya Lakshminarasimha Prasad');
  await expect.element(name).toBeVisible();
  const cut = () =>
    grid
      .getByRole('gridcell')
      .elements()
      .filter((one) => one.scrollWidth > one.clientWidth);
  // It is longer than a column that leaves nothing to spare may be.
  await expect.poll(cut).toEqual([name.element()]);
  expect(name.element().clientWidth).toBeGreaterThanOrEqual(240);
  const narrow = grid.getByRole('columnheader', { name: 'The roll' }).element().getBoundingClientRect();
  expect(narrow.width).toBeLessThan(140);
});

test('a row action that is not allowed stays, says why, and does nothing', async () => {
  await showList(listOf(rowsNamed('Asha', 'Basava')));
  const refused = grid.getByRole('button', { name: 'Delete: Basava. A paid application stays.' });
  await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
  await refused.hover();
  await expect.element(page.getByText('A paid application stays.')).toBeVisible();
  // A person can press it all the same.
  await refused.click({ force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  await grid.getByRole('button', { name: 'Delete: Asha' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Asha?' })
    .getByRole('button', { name: 'Delete application' })
    .click();
  await expect.element(page.getByText('Asha is deleted.')).toBeVisible();
  expect(remove.mock.calls[0]![0]).toEqual({ id: 'id-0', version: 1 });
});

test('arrow keys choose a row and Enter opens it; Escape goes back to it', async () => {
  const { router } = await showList(listOf(rowsNamed('Asha', 'Basava', 'Chandra')));
  await expect.element(cell('Asha')).toBeVisible();
  await page.getByLabelText('Search applications').click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(details.getByText('Basava').first()).toBeVisible();
  expect(router.state.location.search).toEqual({ open: 'id-1' });
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(details.getByText('Chandra').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(details.getByText('Basava').first()).toBeVisible();
});

test('from 1600 px on the record stands beside its list and follows the row; below it is a dialog', async () => {
  const rows = rowsNamed('Asha', 'Basava', 'Chandra');
  const columns = { ...layout.columns, remark: { header: 'Remark', value: () => null } };
  await page.viewport(1600, 900);
  try {
    const { router } = await showList(listOf(rows, { ...layout, columns }));
    const beside = page.getByRole('complementary', { name: 'Row Details' });
    await cell('Asha').click();
    await expect.element(beside.getByText('Asha').first()).toBeVisible();
    const listEnds = grid.element().getBoundingClientRect().right;
    expect(beside.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(listEnds);
    const terms = [...beside.element().querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(terms, 'an empty field has its label too').toEqual(
      Object.values(columns).map(({ header }) => header),
    );
    for (const [key, name] of [
      ['ArrowDown', 'Basava'],
      ['ArrowDown', 'Chandra'],
      ['ArrowUp', 'Basava'],
    ]) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(beside.getByText(name!).first()).toBeVisible();
    }
    expect(router.state.location.search).toEqual({ open: 'id-1' });
    await userEvent.keyboard('{Escape}');
    await expect.element(beside).not.toBeInTheDocument();
    await expect.element(grid).toHaveFocus();

    await page.viewport(1599, 900);
    await userEvent.keyboard('{Enter}');
    await expect.element(details.getByText('Basava').first()).toBeVisible();
    expect(beside.query()).toBeNull();
  } finally {
    await page.viewport(1366, 768);
  }
});

test('keys that a list does not have, and a scan, do nothing to a row', async () => {
  const { router } = await showList(listOf(rowsNamed('Asha', 'Basava')));
  await cell('Asha').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(grid).toHaveFocus();
  await userEvent.keyboard('gsvrbdaxnpc17{Delete}{Backspace}{F2}A123456');
  await expect.element(grid).toHaveFocus();
  expect(router.state.location.search).toEqual({});
  expect(page.getByRole('dialog').query()).toBeNull();
  expect(remove).not.toHaveBeenCalled();
});

test('where a row is a part of its record, the details wait for the whole', async () => {
  const rows = rowsNamed('Asha', 'Basava');
  const answers: (() => void)[] = [];
  const fetchRow = vi.fn(async (id: string) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { ...rows.find((row) => row.id === id)!, guide: `Guide of ${id}` };
  });
  await renderScreen(
    <ListScreen
      title="Applications"
      searchPlaceholder="Search applications..."
      emptyMessage="No applications found"
      emptyHelp="What this list is for."
      list={{ ...listOf(rows).list, fetchRow, recordKey: (id) => [['tests', 'getRow'], id] }}
      rowLabel={(row) => row.name}
      details={({ guide }) => [{ label: 'Guide', value: guide }]}
      rowActions={rowActions}
    />,
  );
  await cell('Asha').click();
  await expect.element(details.getByText('Asha')).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  answers[0]!();
  await expect.element(details.getByText('Guide of id-0')).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Delete' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(details.getByText('Basava')).toBeVisible();
  await expect.element(details.getByText('Guide of id-0')).not.toBeInTheDocument();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!();
  await expect.element(details.getByText('Guide of id-1')).toBeVisible();
});

test('the list is as tall as its rows, an empty one no taller than its sentence', async () => {
  const { unmount } = await showList(listOf(rowsNamed('Asha', 'Basava', 'Chandra')));
  await expect.element(cell('Asha')).toBeVisible();
  const rowHeight = grid.getByRole('row').last().element().getBoundingClientRect().height;
  await expect.poll(heightOfGrid).toBeLessThan(5.5 * rowHeight);
  const { bottom } = grid.element().getBoundingClientRect();
  expect(page.getByText('3 entries').element().getBoundingClientRect().top - bottom).toBeLessThan(rowHeight);
  await unmount();

  const empty = await showList(listOf([]));
  await expect.element(page.getByText('No applications found').first()).toBeVisible();
  await expect.element(page.getByText('Applications come from the counter.')).toBeVisible();
  await expect.poll(heightOfGrid).toBeLessThan(200);
  await empty.unmount();

  await showList(listOf(manyRows(300)));
  await expect.element(cell('Candidate 0')).toBeVisible();
  await expect.poll(heightOfGrid).toBeGreaterThan(400);
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight);
});

function heightOfGrid(): number {
  return grid.element().getBoundingClientRect().height;
}

/** A list of three that shows the one that is paid, and all of them by its filter. */
async function showPaid() {
  const rows = rowsNamed('Asha', 'Basava', 'Chandra');
  const found = (state: string) => rows.filter(({ isPaid }) => state === 'all' || isPaid);
  const list = listSource<Row, 'name', { state: 'paid' | 'all' }>({
    layout,
    page: {
      call: async ({ state }) => ({ rows: found(state), nextCursor: null }),
      key: () => [['tests', 'listParts']],
    },
    count: {
      call: async ({ state }) => ({ count: found(state).length }),
      key: () => [['tests', 'countParts']],
    },
  });
  return renderScreen(
    <ListScreen
      title="Applications"
      searchPlaceholder="Search applications..."
      emptyMessage="No applications found"
      emptyHelp="Applications come from the counter."
      filters={{
        state: {
          label: 'State',
          options: [
            { value: 'paid', label: 'Paid' },
            { value: 'all', label: 'All' },
          ],
        },
      }}
      list={list}
      rowLabel={(row) => row.name}
    />,
  );
}

test('a list that begins with a part of its rows counts the others by themselves', async () => {
  await showPaid();
  await expect.element(page.getByText('1 entry', { exact: true }).first()).toBeVisible();
  await page.getByLabelText('State').selectOptions('All');
  await expect.element(page.getByText('3 entries', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter State' }).click();
  await expect.element(page.getByText('1 entry', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByLabelText('State')).toHaveFocus();
});

test('on a phone filters and order stand below one button, which counts what is chosen', async () => {
  await page.viewport(390, 844);
  try {
    const { router } = await showPaid();
    const fold = page.getByRole('button', { name: /^Filters and order/ });
    await expect.element(fold).toMatchTextContent(/^Filters and order$/);
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    expect(page.getByRole('combobox', { name: 'State' }).query()).toBeNull();
    await fold.click();
    await page.getByRole('combobox', { name: 'State' }).selectOptions('All');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Candidate ↓');
    await expect.element(page.getByText('3 entries', { exact: true }).first()).toBeVisible();
    expect(router.state.location.search).toEqual({ state: 'all', sort: '-name' });
    await fold.click();
    await expect.element(fold).toMatchTextContent(/^Filters and order \(2\)$/);
    expect(page.getByRole('combobox', { name: 'Sort by' }).query()).toBeNull();
  } finally {
    await page.viewport(1366, 768);
  }
});

test('a heading sorts, up and down', async () => {
  const list = listOf(rowsNamed('Chandra', 'Asha', 'Basava'));
  await showList(list);
  const names = () =>
    grid
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.children[1]!.textContent);
  await expect.poll(names).toEqual(['Chandra', 'Asha', 'Basava']);
  await grid.getByRole('button', { name: 'Candidate' }).click();
  await expect.poll(names).toEqual(['Asha', 'Basava', 'Chandra']);
  await grid.getByRole('button', { name: 'Candidate' }).click();
  await expect.poll(names).toEqual(['Chandra', 'Basava', 'Asha']);
});

test('a hidden column stays hidden, here and at the next visit, until it is reset', async () => {
  const { unmount } = await showList(listOf(rowsNamed('Asha')));
  const heading = grid.getByRole('columnheader', { name: 'The guide' });
  await expect.element(heading).toBeInTheDocument();
  await chooseOption('Columns');
  await page.getByRole('checkbox', { name: 'The guide' }).click();
  await expect.element(heading).not.toBeInTheDocument();
  await expect.poll(() => sentTo('PUT /api/account/preferences')).toHaveLength(1);
  await expect.element(heading).not.toBeInTheDocument();
  await unmount();

  await showList(listOf(rowsNamed('Asha')), {
    preferences: Preferences.parse(sentTo('PUT /api/account/preferences')[0]),
  });
  await expect.element(grid.getByRole('columnheader', { name: 'The bank' })).toBeInTheDocument();
  await expect.element(heading).not.toBeInTheDocument();
  await chooseOption('Columns');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(heading).toBeInTheDocument();
});

test('order and density are chosen in the panel, a width at the heading, and are there at the next visit', async () => {
  const { unmount } = await showList(listOf(rowsNamed('Asha')));
  const headings = () =>
    grid
      .getByRole('columnheader')
      .elements()
      .map((heading) => heading.textContent);
  const guide = grid.getByRole('columnheader', { name: 'The guide' });
  const rowHeight = () => grid.getByRole('row').last().element().getBoundingClientRect().height;
  await expect.element(guide).toBeInTheDocument();
  const [before, comfortable] = [headings().indexOf('The guide'), rowHeight()];
  await chooseOption('Columns');
  const panel = page.getByRole('dialog', { name: 'Columns' });
  const saved = (times: number) =>
    expect.poll(() => sentTo('PUT /api/account/preferences')).toHaveLength(times);
  await panel.getByRole('button', { name: 'The guide: one place up' }).click();
  await expect.poll(() => headings().indexOf('The guide')).toBe(before - 1);
  await saved(1);
  panel.getByRole('checkbox', { name: 'The guide' }).element().focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => headings().indexOf('The guide')).toBe(before - 2);
  await saved(2);
  await panel.getByText('Compact').click();
  await saved(3);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(listOptions).toHaveFocus();

  const { right, left, top } = guide.element().getBoundingClientRect();
  await userEvent.dragAndDrop(document.body, document.body, {
    sourcePosition: { x: right - 3, y: top + 10 },
    targetPosition: { x: left + 260, y: top + 10 },
  });
  await saved(4);
  async function expectArranged() {
    await expect.poll(() => Math.round(guide.element().getBoundingClientRect().width)).toBe(260);
    expect(rowHeight()).toBeLessThan(comfortable);
  }
  await expectArranged();
  await unmount();

  await showList(listOf(rowsNamed('Asha')), {
    preferences: Preferences.parse(sentTo('PUT /api/account/preferences').at(-1)),
  });
  await expect.element(guide).toBeInTheDocument();
  await expectArranged();
});

test('on a phone a person chooses which fields a card shows, and in which order', async () => {
  await page.viewport(390, 844);
  try {
    await showList(listOf(rowsNamed('Asha')));
    await expect.element(cell('Asha')).toBeVisible();
    await chooseOption('Columns');
    const panel = page.getByRole('dialog', { name: 'Columns' });
    expect(panel.getByRole('checkbox', { name: 'Candidate' }).query()).toBeNull();
    await panel.getByRole('checkbox', { name: 'The roll' }).click();
    await panel.getByRole('checkbox', { name: 'Remark' }).click();
    await expect.element(cell(/The roll.*roll/)).toBeVisible();
    await expect.element(cell(/Remark.*none/)).toBeVisible();
    await panel.getByRole('checkbox', { name: 'The roll' }).click();
    await expect.poll(() => cell(/The roll.*roll/).query()).toBeNull();
    await expect.element(panel.getByRole('checkbox', { name: 'Remark' })).toBeDisabled();
    await expect.element(panel.getByText('A list shows at least one column.')).toBeVisible();
    const kept = () => Preferences.parse(sentTo('PUT /api/account/preferences').at(-1));
    await expect.poll(() => kept().listViews['test-list']?.card).toEqual(['remark']);
  } finally {
    await page.viewport(1366, 768);
  }
});

test('a list is printed whole, with what narrows it, who and when, at 30 rows a landscape page', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await showList(listOf(manyRows(120)), { address: '/screen?q=candidate' });
  await expect.element(page.getByText(/^120 of 120/).first()).toBeVisible();
  await chooseOption('Print');
  await expect.poll(() => print.mock.calls).toHaveLength(1);
  const table = document.querySelector('section table')!;
  const sheet = table.parentElement!;
  expect([...table.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(
    Object.values(layout.columns).map(({ header }) => header),
  );
  const rows = table.querySelectorAll('tbody tr');
  expect(rows).toHaveLength(120);
  const words = ['Applications', 'candidate', '120', 'Asha Kulkarni', formatDay(dayInIndia(new Date()))];
  for (const word of words) expect(sheet.querySelector('p')!.textContent).toContain(word);

  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  // A4 less its margins of 10 mm, at 96 dots an inch.
  await page.viewport(1047, 718);
  try {
    await expect.poll(() => sheet.getBoundingClientRect().height).toBeGreaterThan(718);
    const { top } = sheet.getBoundingClientRect();
    expect(rows[29]!.getBoundingClientRect().bottom - top).toBeLessThanOrEqual(718);
  } finally {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
    await page.viewport(1366, 768);
    print.mockRestore();
  }
});

test('rows that cannot be fetched say why, and are there when asked for again', async () => {
  const list = listOf(rowsNamed('Asha'));
  list.fetchPage.mockRejectedValue(refusal('request.foreign_origin', undefined));
  await showList(list);
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^This request does not come from the portal itself/);
  list.fetchPage.mockReset();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(cell('Asha')).toBeVisible();
});

test('in another language a refusal is said by its code, whatever sentence the portal sent', async () => {
  const list = listOf(rowsNamed('Asha'));
  await switchLanguage('kn');
  try {
    const problem = { code: 'request.foreign_origin', detail: 'Nonsense of the server' };
    list.fetchPage.mockRejectedValue(await readProblem(problem, 403));
    await showList(list);
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^[^a-z]*[\u0c80-\u0cff]+[^a-z]*$/i);
  } finally {
    await switchLanguage('en');
  }
});

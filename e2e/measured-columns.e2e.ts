import { expect, test } from '@playwright/test';
import { measureColumns, strayTools } from './measured-columns.ts';

const long = 'Sahyadri College of Engineering, Mangaluru';

/** A list of one row, its columns as wide as given, with these texts and styles. */
function listOf(columns: { width: number; text: string; style?: string }[], tools = ''): string {
  const box = 'box-sizing:border-box;padding:0 8px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis';
  const row = (role: string, texts: string[]) =>
    `<div role="row" style="display:flex">${columns
      .map(({ width, style = '' }, place) => {
        const size = `flex:0 0 ${width}px;${box};${style}`;
        return `<div role="${role}" style="${size}">${texts[place]}</div>`;
      })
      .join('')}</div>`;
  const headings = columns.map((_, place) => `C${place}`);
  const texts = columns.map(({ text }) => text);
  return `<!doctype html><title>t</title><body style="margin:0;font:16px sans-serif"><main>
    <div style="display:flex"><input placeholder="Search"><select><option>All</option></select></div>${tools}
    <div role="grid" style="width:800px;overflow:auto">${row('columnheader', headings)}${row('gridcell', texts)}</div>`;
}

test('the measure of columns finds a cut beside room, pinned width and stray tools, and nothing in sound lists', async ({
  page,
}) => {
  const measure = async (columns: Parameters<typeof listOf>[0], tools?: string) => {
    await page.setContent(listOf(columns, tools));
    return measureColumns(page);
  };
  const cut = { width: 90, text: long };
  const wide = { width: 300, text: 'short' };
  const snug = { width: 60, text: 'short' };
  const pinned = { width: 250, text: 'Name', style: 'position:sticky;left:0' };

  expect((await measure([cut, wide])).cut).toEqual([`C0: ${long} (C1 has room)`]);
  expect((await measure([cut, snug, snug])).cut, 'no other column has room').toEqual([]);
  expect((await measure([wide, wide])).cut).toEqual([]);
  const { left, looked } = await measure([pinned, wide, { ...pinned, style: 'position:sticky;right:0' }]);
  expect([left, looked]).toEqual([300, 3]);

  expect(await strayTools(page)).toEqual([]);
  await measure([wide, wide], '<div><button>Columns</button></div>');
  expect(await strayTools(page)).toEqual(['Columns']);
});

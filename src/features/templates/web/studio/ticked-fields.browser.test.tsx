import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { type Box, TemplateContent } from '#features/certificates/template.ts';
import { newLine, textBox } from './sheet-fields.ts';
import { Studio } from './studio.tsx';

const texts = textBox({ x: 50, y: 80, width: 197, height: 40 }, [
  newLine('{candidateName}'),
  newLine('{degreeTitle}[ in {subject}]'),
]);
const photo: Box = { kind: 'photo', x: 249, y: 20, width: 28, height: 36 };
const content = TemplateContent.parse({ paper: 'landscape', background: 'none', boxes: [texts, photo] });
const template = {
  id: '0197a1a0-0000-7000-8000-000000000030',
  name: 'Security paper 2026',
  certificateType: 'Degree',
  design: 'data_only' as const,
  versions: [
    {
      id: '0197a1a0-0000-7000-8000-000000000031',
      number: 1,
      state: 'proved' as const,
      inForceFrom: null,
      inForceBy: null,
      madeBy: 'Ravi Kumar',
      madeAt: '2026-11-23T10:00:00.000Z',
    },
  ],
  scan: null,
  version: 3,
  content,
} satisfies Parameters<typeof Studio>[0]['template'];

const sheet = page.getByRole('application', { name: 'Sheet' });
const fields = page.getByRole('toolbar', { name: 'Fields' });
const field = (name: string) => fields.getByRole('button', { name, exact: true });
const onSheet = (name: string) => sheet.getByRole('button', { name, exact: true });
const left = page.getByLabelText('Left', { exact: true });
const save = page.getByRole('button', { name: 'Save draft' });

/** Answers in place of the portal with a picture of one dot. */
async function openStudio() {
  const before = window.fetch;
  const canvas = document.createElement('canvas');
  const picture = canvas.toDataURL().split(',')[1]!;
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname.endsWith('/picture')) return Response.json({ picture, fits: [] });
    return before(request);
  });
  await renderScreen(<Studio template={template} />);
  await expect.element(sheet).toBeVisible();
}

const boxCount = () => sheet.getByRole('button').elements().length;

test('a click on a ticked field chooses the box that has it, and adds nothing', async () => {
  await openStudio();
  const before = boxCount();
  for (const name of ['Degree title', 'Photo', 'Degree title']) await field(name).click();
  expect(boxCount()).toBe(before);
  await expect.element(left).toHaveValue('50 mm');
  await expect.element(save).toHaveAccessibleDescription('Nothing was changed.');
  await field('Photo').click();
  await expect.element(onSheet('Photo')).toHaveFocus();
  await expect.element(left).toHaveValue('249 mm');
});

test('a field that is not there yet is added once, and a second click chooses it', async () => {
  await openStudio();
  const before = boxCount();
  await field('QR code').click();
  expect(boxCount()).toBe(before + 1);
  await field('QR code').click();
  expect(boxCount()).toBe(before + 1);
});

test('every box has its name on the sheet before it is chosen', async () => {
  await openStudio();
  await expect.element(sheet.getByText('Photo', { exact: true })).toBeVisible();
});

test('the sheet can be drawn larger than it fits', async () => {
  await openStudio();
  const width = () => sheet.element().getBoundingClientRect().width;
  const before = width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBeCloseTo(before, 0);
});

test('the choices where a text stands in its box are one row', async () => {
  await openStudio();
  await field('Degree title').click();
  const topOf = (name: string) => page.getByText(name, { exact: true }).element().getBoundingClientRect();
  await expect.element(page.getByText('In the middle', { exact: true })).toBeVisible();
  const [middle, bottom] = [topOf('In the middle'), topOf('At the bottom')];
  expect(bottom.top).toBeCloseTo(middle.top, 0);
  expect(bottom.height).toBeCloseTo(middle.height, 0);
});

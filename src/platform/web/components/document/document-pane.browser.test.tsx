import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { FileReference } from '#shared/fields.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import { DocumentPane, documentShortcuts } from './document-pane.tsx';
import { useDocument } from './use-document.ts';

// Files of src/dev/testing/sample-files.ts.
const receipt = sample('three-pages', 'application/pdf');
const photo = sample('portrait', 'image/png');
const damaged = sample('damaged', 'application/pdf');

const picture = page.getByRole('img', { name: /^Receipt: / });
const pane = page.getByRole('group', { name: 'Receipt: arrow keys move it' });

function sample(id: string, mediaType: string): FileReference {
  return { id, name: id, mediaType, byteSize: 1 };
}

/** A document as the screens show one: the keys of the page are its keys. */
function Viewer({ file }: { file: FileReference }) {
  const shown = useDocument(file);
  useShortcuts(documentShortcuts(shown));
  return (
    <div style={{ display: 'flex', width: 500, height: 600 }}>
      <DocumentPane shown={shown} title="Receipt" isActive onActivate={() => {}} />
    </div>
  );
}

function box() {
  const { width, height, left } = picture.element().getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height), left: Math.round(left) };
}

/** Red, green and blue in the middle of the page that is drawn. */
function colour(): number[] | undefined {
  const canvas = picture.element().querySelector('canvas');
  const pixel = canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
  return pixel && [...pixel.data.slice(0, 3)];
}

async function show(file: FileReference) {
  await renderScreen(<Viewer file={file} />);
  // pdf.js is loaded with the first PDF.
  await expect.poll(() => picture.query()?.childElementCount, { timeout: 40_000 }).toBe(1);
  await expect.poll(() => box().width).toBeGreaterThan(0);
}

test('a PDF of three pages: keys and buttons turn them over, and stop at both ends', async () => {
  await show(receipt);
  await expect.element(page.getByText('Page 1 of 3')).toBeVisible();
  expect(colour()).toEqual([255, 0, 0]);
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await userEvent.keyboard('{PageDown}');
  await expect.poll(colour).toEqual([0, 255, 0]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(colour).toEqual([0, 0, 255]);
  await expect.element(page.getByText('Page 3 of 3')).toBeVisible();
  await userEvent.keyboard('{PageDown}');
  await expect.element(page.getByText('Page 3 of 3')).toBeVisible();
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}');
  await expect.element(page.getByText('Page 1 of 3')).toBeVisible();
  await expect.poll(colour).toEqual([255, 0, 0]);
});

test('a picture fits its window, and is zoomed, turned and moved', async () => {
  await show(photo);
  const window = pane.element().getBoundingClientRect();
  const fitting = box();
  expect(fitting.width).toBeLessThanOrEqual(Math.ceil(window.width));
  expect(fitting.height).toBeLessThanOrEqual(Math.ceil(window.height));
  expect(fitting.height / fitting.width).toBeCloseTo(4 / 3, 1);

  await page.getByRole('button', { name: 'Zoom in: Receipt' }).click();
  await expect.poll(() => box().width / fitting.width).toBeCloseTo(1.25, 1);
  await userEvent.keyboard('==');
  await expect.poll(() => box().width / fitting.width).toBeCloseTo(1.25 ** 3, 1);
  const { left } = box();
  await pane.click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => box().left).toBe(left - 60);
  await userEvent.keyboard('0');
  await expect.poll(box).toEqual(fitting);

  await userEvent.keyboard('t');
  await expect.poll(() => box().width / box().height).toBeCloseTo(4 / 3, 1);
  await expect.element(picture).toHaveAttribute('data-turns', '1');
  await userEvent.keyboard('{Shift>}t{/Shift}');
  await expect.poll(box).toEqual(fitting);
});

test.each([damaged, sample('missing', 'image/png')])(
  '$id: a file that cannot be read says so, and can be opened',
  async (file) => {
    await renderScreen(<Viewer file={file} />);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The file cannot be shown here. Its name below opens it.');
    await expect
      .element(page.getByRole('link', { name: file.name, exact: true }))
      .toHaveAttribute('href', `/api/files/${file.id}`);
    await expect.element(page.getByLabelText('Loading')).not.toBeInTheDocument();
  },
);

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { FileReference } from '#shared/fields.ts';
import { FileField } from './file-field.tsx';

function Form() {
  const [photo, setPhoto] = useState<FileReference | null>(null);
  return <FileField label="Photo" kind="photo" value={photo} onChange={setPhoto} />;
}

function choose(...parts: BlobPart[]): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File(parts, 'photo.png'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function png(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.fillRect(0, 0, width, height);
  return canvas.convertToBlob();
}

/** Windows' format, which the server does not read. */
function bmp(width: number, height: number): DataView<ArrayBuffer> {
  const headers = 54;
  const view = new DataView(new ArrayBuffer(headers + width * height * 4));
  view.setUint16(0, 0x424d);
  const numbers = { 2: view.byteLength, 10: headers, 14: 40, 18: width, 22: height, 26: 1 + 32 * 65_536 };
  for (const [place, number] of Object.entries(numbers)) view.setUint32(Number(place), number, true);
  return view;
}

const cropping = page.getByRole('dialog', { name: 'Crop photo' });

test('a photo that is too small is refused before it is cropped, which would enlarge it', async () => {
  await renderScreen(<Form />);
  choose(await png(8, 8));
  const refusal = 'The picture is 8 pixels wide or high. Wanted: at least 140, so that it prints sharp.';
  await expect.element(page.getByRole('alert')).toHaveTextContent(refusal);
  choose(await png(300, 300));
  await expect.element(cropping).toBeVisible();
});

test('a photo that the browser opens but not the server is cropped, and so becomes a JPEG', async () => {
  await renderScreen(<Form />);
  choose(bmp(350, 450));
  await expect.element(cropping).toBeVisible();
});

import { describe, expect, test } from 'vitest';
import { maximumFileBytes } from '#shared/file-kinds.ts';
import { faultOfFile } from './file-upload.tsx';

const pdf = new Blob(['%PDF-1.7 …']);
const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])]);

describe('faultOfFile', () => {
  test('takes a picture as photo and as receipt, a document as receipt only', async () => {
    expect(await faultOfFile(jpeg, 'photo')).toBeNull();
    expect(await faultOfFile(jpeg, 'receipt')).toBeNull();
    expect(await faultOfFile(pdf, 'receipt')).toBeNull();
    expect(await faultOfFile(pdf, 'photo')).toBe(
      'The file holds a PDF document. Wanted: a JPEG, PNG or WebP picture.',
    );
  });

  test('goes by the content, not by the name', async () => {
    const disguised = new File(['MZ…'], 'photo.jpg', { type: 'image/jpeg' });
    expect(await faultOfFile(disguised, 'photo')).toContain('Wanted: a JPEG');
  });

  test('says what is wrong with the size', async () => {
    expect(await faultOfFile(new Blob([]), 'photo')).toBe('The file is empty.');
    expect(await faultOfFile(new Blob([new Uint8Array(maximumFileBytes + 1)]), 'photo')).toContain('5 MiB');
  });
});

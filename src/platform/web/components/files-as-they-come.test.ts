import { expect, test } from 'vitest';
import { faultOfFile } from './file-upload.tsx';

const before = [
  '\uFEFF',
  '\r\n\r\n',
  '\u001B%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n',
  'x'.repeat(1_000),
];

test('the form takes a PDF with other bytes before it as far as the server does, and no further', async () => {
  for (const bytes of before)
    expect(await faultOfFile(new Blob([`${bytes}%PDF-1.7 …`]), 'receipt'), bytes).toBeNull();
  expect(await faultOfFile(new Blob([`${'x'.repeat(1_100)}%PDF-1.7 …`]), 'receipt')).toContain('Wanted:');
});

test('the form names a picture of a phone under any name, or leaves it to the server to convert it', async () => {
  for (const brand of ['heic', 'heix', 'mif1', 'avif'])
    for (const name of ['photo.jpg', 'photo.heic', 'photo.png']) {
      const file = new File([`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1${brand}`], name, { type: 'image/jpeg' });
      expect((await faultOfFile(file, 'photo')) ?? 'HEIC or AVIF', name).toMatch(/HEIC|AVIF/);
    }
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, expect, test } from 'vitest';
import { compileDocument } from './compile-document.ts';
import { joinPdfs } from './join-pdfs.ts';

/** Pages whose words look like what a joiner has to change: only where they are no words. */
const folder = await mkdtemp(join(tmpdir(), 'join-pdfs-'));
await writeFile(
  join(folder, 'pages.typ'),
  `#set document(title: "(1 0 R) \\\\ endobj ((", author: "stream")
#set text(font: "Cormorant Garamond")
#let dot = bytes("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>")
#for word in json(bytes(sys.inputs.document)).words { page[#image(dot, alt: word + " (2 0 R") #word] }`,
);
afterAll(() => rm(folder, { recursive: true }));

function compile(...words: string[]): Uint8Array {
  const template = { folder, main: 'pages.typ', fontFamilies: ['Cormorant Garamond'] };
  return compileDocument({ template, input: { words }, pages: words.length });
}

test('all pages stand in one file in their order, with their words, tags and title', async () => {
  const joined = joinPdfs([compile('one', 'two (3 0 R)'), compile('three'), compile('four', 'five', 'six')]);
  const loading = getDocument({ data: new Uint8Array(joined), verbosity: 0 });
  const document = await loading.promise;
  const words: string[] = [];
  const descriptions: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    words.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    descriptions.push(JSON.stringify(await page.getStructTree()));
  }
  expect(words).toEqual(['one', 'two (3 0 R)', 'three', 'four', 'five', 'six']);
  for (const [index, word] of words.entries()) expect(descriptions[index]).toContain(`${word} (2 0 R`);
  const { info } = await document.getMetadata();
  expect(info).toMatchObject({ Title: '(1 0 R) \\ endobj ((', Author: 'stream' });
  expect(
    Object.fromEntries((await document.getViewerPreferences()) as unknown as Map<string, unknown>),
  ).toEqual({
    Direction: 'L2R',
    PrintScaling: 'None',
    Duplex: 'Simplex',
  });
  await loading.destroy();
});

test('one file stays as it is', () => {
  const file = compile('alone');
  expect(joinPdfs([file])).toBe(file);
});

test('a file of another form is refused rather than spoilt', () => {
  const file = compile('one');
  const otherwise = Buffer.from(
    Buffer.from(file).toString('latin1').replace('xref\n0 ', 'xref\n1 '),
    'latin1',
  );
  expect(() => joinPdfs([file, otherwise])).toThrow(
    'of another form than our renderer’s: it has no plain table of its objects',
  );
  expect(() => joinPdfs([file, Buffer.from('%PDF-1.7')])).toThrow('of another form');
});

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { compileDocument, withSource } from '#platform/server/typst/compile-document.ts';
import { ornamental } from '../designs/ornamental.ts';
import { certificateDocument } from './certificate-document.ts';
import { sampleRun, sampleSheet } from './sample-sheet.testing.ts';

const sheet = await sampleSheet({ words: { rank: '' } });

function documentWith(drawing?: string) {
  const template = drawing === undefined ? ornamental : { ...ornamental, drawing };
  return certificateDocument({ ...sampleRun, template, sheets: [sheet] });
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const { items } = await page.getTextContent();
  await loading.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join('\n');
}

const svgOf = (drawing: string) =>
  withSource(documentWith(drawing), (compiler, source) => compiler.plainSvg(source));

describe('what a pack draws under the boxes', () => {
  const words = `#let draw(sheet) = {
    place(dx: 20mm, dy: 20mm, text(size: 40pt, fill: sheet.ink, sheet.candidateNameNative + sheet.rank))
    [#metadata("x") <too-long> = Heading]
  }`;

  test('is an artifact: nobody copies it, nothing of it is read out, and no label gets out', async () => {
    expect(await textOf(compileDocument(documentWith(words)))).toBe(
      await textOf(compileDocument(documentWith())),
    );
    withSource(documentWith(words), (compiler, source) => compiler.pdf(source, { pdfStandard: 'ua-1' }));
  });

  test('is the document’s own, whatever the process drew before', () => {
    const [red, blue] = ['#ff0000', '#0000ff'].map((colour) =>
      svgOf(`#let draw(sheet) = rect(width: 20mm, height: 20mm, fill: rgb("${colour}"))`),
    );
    expect([red!.includes('#ff0000'), red!.includes('#0000ff')]).toEqual([true, false]);
    expect([blue!.includes('#ff0000'), blue!.includes('#0000ff')]).toEqual([false, true]);
  });

  test('may hold conditions', () => {
    const drawing = `#let draw(sheet) = rect(fill: if sheet.rank == "" { rgb("#123456") } else { rgb("#654321") })`;
    expect(svgOf(drawing)).toContain('#123456');
  });

  test('a fault of it names its line', () => {
    expect(() => compileDocument(documentWith('#let a = 1\n#let draw(sheet) = sheet.nothing'))).toThrow(
      expect.objectContaining({ code: 'not_compiled', at: { file: 'drawing.typ', line: 2 } }),
    );
  });
});

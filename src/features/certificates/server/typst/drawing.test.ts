import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { renderPage } from '#dev/testing/print-file.ts';
import { compileDocument, withSource } from '#platform/server/typst/compile-document.ts';
import { ornamental } from '../designs/ornamental.ts';
import { artworkOf, fileOfArtwork } from './artwork.ts';
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

describe('a drawing that an earlier release stored', () => {
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
});

describe('a background of the university', () => {
  const red = { create: { width: 210, height: 297, channels: 3, background: '#ff0000' } } as const;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><path fill="#6d1a26" d="M0 0h210v9H0z"/></svg>';
  const documentOf = (artwork: string) =>
    certificateDocument({
      ...sampleRun,
      template: { paper: 'portrait', background: 'none', boxes: [], artwork },
      sheets: [{ ...sheet, colour: 'Navy' }],
    });

  test.each([
    ['svg', async () => Buffer.from(svg), [0x1b, 0x2f, 0x5e]],
    ['png', () => sharp(red).png().toBuffer(), [255, 0, 0]],
    ['jpeg', () => sharp(red).jpeg().toBuffer(), [254, 0, 0]],
  ])('is printed as PDF/A and PDF/UA and comes back as its file: %s', async (ending, bytesOf, colour) => {
    const bytes = await bytesOf();
    const artwork = artworkOf(bytes);
    expect(fileOfArtwork(artwork)).toEqual({ ending, bytes });
    const pdf = compileDocument(documentOf(artwork));
    withSource(documentOf(artwork), (compiler, source) => compiler.pdf(source, { pdfStandard: 'ua-1' }));
    const page = sharp(await renderPage(Buffer.from(pdf), 1)).extract({
      left: 9,
      top: 9,
      width: 1,
      height: 1,
    });
    // An SVG has the ink of the paper's colour.
    expect([...(await page.removeAlpha().raw().toBuffer())]).toEqual(colour);
  });
});

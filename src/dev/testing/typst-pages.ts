import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect } from 'vitest';
import { compileDocument, withSource } from '#platform/server/typst/compile-document.ts';
import type { TypstDocument } from '#platform/server/typst/typst-document.ts';

const dotsPerInch = 150;

/** Typst's points in the pixels of `rasterOf`. */
export const toPixels = (points: number) => Math.round((points * dotsPerInch) / 72);

/** The texts of the document as a reader can select them, with ' | ' between two of them. */
export function textsOf(document: TypstDocument): string {
  const svg = withSource(document, (compiler, source) => compiler.svg(source));
  const texts = [...svg.matchAll(/<h5:div class="tsel"[^>]*>([^<]*)</g)].map(([, text]) => text);
  return texts
    .join(' | ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** How often a text stands among others. */
export const timesIn = (texts: string[], text: string) => texts.filter((each) => each === text).length;

/** Prints it as PDF/A-2a, on as many pages as it foresees. */
export function expectForeseen(document: TypstDocument & { pages: number }): void {
  const pdf = compileDocument(document);
  expect(countPages(pdf)).toBe(document.pages);
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
}

/** The only page of the document, so many points wide, as a grey PNG at 150 dpi. */
export async function rasterOf(document: TypstDocument, widthInPoints: number): Promise<Buffer> {
  const svg = withSource(document, (compiler, source) => compiler.plainSvg(source));
  return sharp(Buffer.from(svg), { unlimited: true })
    .resize({ width: toPixels(widthInPoints) })
    .flatten({ background: '#fff' })
    .grayscale()
    .png()
    .toBuffer();
}

/** Page objects lie in compressed object streams. */
export function countPages(pdf: Uint8Array): number {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = [...source.matchAll(/\/ObjStm[\s\S]*?stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, deflated]) => inflateSync(Buffer.from(deflated!, 'latin1')).toString('latin1'),
  );
  return [source, ...objects].join('\n').match(/\/Type ?\/Page\b/g)?.length ?? 0;
}

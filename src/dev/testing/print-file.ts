import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readQrCodes } from './qr-codes.ts';

/** As sharp as a sheet that somebody holds before a phone. */
const dotsPerInch = 150;

/** A picture (PNG) of one page of a PDF; pages count from 1. */
export async function renderPage(pdf: Buffer, pageNumber: number): Promise<Buffer> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(pageNumber);
  const viewport = page.getViewport({ scale: dotsPerInch / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // pdf.js draws on this canvas as on a browser's; its types know the browser's only.
  await page.render({ canvas: canvas as never, viewport }).promise;
  await loading.destroy();
  return canvas.toBuffer('image/png');
}

/** What the QR code in the picture of a page says. */
export async function readQrCode(pdf: Buffer, pageNumber: number): Promise<string> {
  const codes = await readQrCodes(new Uint8Array(await renderPage(pdf, pageNumber)));
  if (codes.length !== 1) throw new Error(`page ${pageNumber} shows ${codes.length} QR codes`);
  return codes[0]!.text;
}

/** The words of each page of a PDF, as a reader can select them. */
export async function pageTexts(pdf: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return texts;
}

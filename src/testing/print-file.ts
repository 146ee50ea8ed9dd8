import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readQrCodes } from '#testing/qr-codes.ts';

/** As sharp as a sheet that somebody holds before a phone. */
const dotsPerInch = 150;

/** Renders a page of a PDF and reads the QR code in its picture; pages count from 1. */
export async function readQrCode(pdf: Buffer, pageNumber: number): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(pageNumber);
  const viewport = page.getViewport({ scale: dotsPerInch / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // pdf.js draws on this canvas as on a browser's; its types know the browser's only.
  await page.render({ canvas: canvas as never, viewport }).promise;
  const codes = await readQrCodes(new Uint8Array(canvas.toBuffer('image/png')));
  await loading.destroy();
  if (codes.length !== 1) throw new Error(`page ${pageNumber} shows ${codes.length} QR codes`);
  return codes[0]!.text;
}

import { writeFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { renderSVG } from 'uqr';

/** A PNG of a QR code. */
export function qrPicture(text: string): Promise<Buffer> {
  return sharp(Buffer.from(renderSVG(text, { pixelSize: 6, border: 4 })))
    .png()
    .toBuffer();
}

/** A PDF with a page for each picture; a page without one is empty. */
export async function pdfOf(pictures: readonly (Buffer | null)[], password?: string): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const picture of pictures) {
    const page = pdf.addPage([595, 842]);
    if (picture) page.drawImage(await pdf.embedPng(picture), { x: 60, y: 80, width: 90, height: 90 });
  }
  if (password) pdf.encrypt({ userPassword: password, ownerPassword: password });
  return Buffer.from(await pdf.save());
}

const film = { width: 640, height: 480 };

/** Writes what Chromium's fake camera shows: one picture, over and over (https://wiki.multimedia.cx/index.php/YUV4MPEG2). */
export async function writeFilm(file: string, picture: Buffer): Promise<void> {
  const grey = await sharp(picture)
    .resize(film.width, film.height, { fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, Buffer.alloc(grey.length / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${film.width} H${film.height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, ...Array<Buffer>(5).fill(frame)]));
}

export type FileToGive = { name: string; mimeType: string; buffer: Buffer };

/** Drops or pastes a file as a hand does, on whatever `selector` names. */
export async function dropOrPasteFile(
  page: Page,
  act: 'drop' | 'paste',
  { file, selector = 'main' }: { file: FileToGive; selector?: string },
): Promise<void> {
  const given = { name: file.name, type: file.mimeType, base64: file.buffer.toString('base64') };
  await page.evaluate(`{
    const { name, type, base64 } = ${JSON.stringify(given)};
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name, { type }));
    const target = document.querySelector(${JSON.stringify(selector)});
    const options = { bubbles: true, cancelable: true };
    if (${act === 'paste'})
      target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: dataTransfer }));
    else
      for (const name of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(name, { ...options, dataTransfer }));
  }`);
}

/** Fails where anything but the question goes to the server, or anything elsewhere; call the answer to judge. */
export function watchRequests(page: Page): () => void {
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = url.protocol === 'blob:' || url.protocol === 'data:';
    if (isLocal) return;
    if (url.host !== new URL(page.url()).host) faults.push(`elsewhere: ${url.href}`);
    if (request.method() !== 'GET') faults.push(`${request.method()} ${url.pathname}`);
    if (request.postDataBuffer() !== null) faults.push(`a body to ${url.pathname}`);
    if (url.href.length > 400) faults.push(`a long address: ${url.href.slice(0, 100)}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return () => expect(faults).toEqual([]);
}

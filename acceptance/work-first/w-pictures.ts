import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { zxing } from '../sheets/a-judges.ts';

// Pictures of PDFs and a camera that looks at one: pdf.js draws, zxing reads, Chromium's fake device shows.

/** Each page of a PDF as a PNG. */
export async function picturesOf(pdf: Uint8Array, dpi = 150): Promise<Buffer[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pictures: Buffer[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dpi / 72 });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: canvas as never, canvasContext: canvas.getContext('2d') as never, viewport })
      .promise;
    pictures.push(canvas.toBuffer('image/png'));
  }
  await task.destroy();
  return pictures;
}

export async function readQr(picture: Buffer): Promise<string[]> {
  return (await zxing(picture)).map(({ text }) => text);
}

/** A film of one picture for Chromium's fake camera: `--use-file-for-fake-video-capture` takes Y4M. */
export async function filmOf(picture: Buffer, { width = 640, height = 480 } = {}): Promise<string> {
  const grey = await sharp(picture)
    .flatten({ background: 'white' })
    .resize(width, height, { fit: 'contain', background: 'white' })
    .greyscale()
    .raw()
    .toBuffer();
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, chroma]);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'dikshant-camera-')), 'camera.y4m');
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
  return file;
}

import { contentOfFile } from '#platform/web/components/content-of-file.ts';
import { contentsOf, whyUnsupported } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';
import { openQrReader, type QrReader } from './qr-reader.ts';

/** A file that was not read; the message is shown to the user. */
export class UnreadFile extends Error {}

type Reading = { signal: AbortSignal; onPage: (page: number, pages: number) => void };

const readable = contentsOf.receipt.types;
const maximumBytes = 20 * 1024 * 1024;
/** The largest picture of a phone. A few kilobytes may decode to gigabytes. */
const maximumPixels = 64_000_000;
/** The longer side of the picture that is read: a code of 28 mm on A4 then has 280 pixels. */
const picturePixels = 3_000;
const pagePixels = 2_400;
const maximumPages = 10;
const pdfMilliseconds = 30_000;

/** The texts of all QR codes in a PDF or a picture, which does not leave the browser. */
export async function readFile(file: File, reading: Reading): Promise<string[]> {
  if (file.size === 0) throw new UnreadFile(t`This file is empty.`);
  if (file.size > maximumBytes)
    throw new UnreadFile(t`This file is larger than 20 MB. Choose a smaller file.`);
  const content = await contentOfFile(file);
  if (content === null || !readable.includes(content))
    throw new UnreadFile(
      whyUnsupported(content) ??
        t`This file cannot be read: it is neither a PDF nor a JPEG, PNG or WebP picture.`,
    );
  const reader = openQrReader();
  // Also aborts within a picture, so that the next file is read at once.
  reading.signal.addEventListener('abort', reader.close, { once: true });
  try {
    if (content === 'application/pdf') return await readPdf(file, reader, reading);
    const picture = await openPicture(file);
    reading.signal.throwIfAborted();
    return await reader.read(picture, { isThorough: true });
  } finally {
    reader.close();
  }
}

async function openPicture(file: File): Promise<ImageData> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Size is known once loaded; pixels are decoded when drawn.
    picture.onload = () => resolve();
    picture.onerror = () => reject(new UnreadFile(t`This picture cannot be read. The file may be damaged.`));
    picture.src = address;
    await promise;
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width * height > maximumPixels)
      throw new UnreadFile(t`This picture has more than 64 million pixels. Choose a smaller picture.`);
    const scale = Math.min(1, picturePixels / Math.max(width, height));
    return pixelsOf(picture, Math.ceil(width * scale), Math.ceil(height * scale));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function pixelsOf(picture: HTMLImageElement, width: number, height: number): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // Transparent areas count as white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

async function readPdf(file: File, reader: QrReader, { signal, onPage }: Reading): Promise<string[]> {
  const { openPdf } = await import('#platform/web/components/document/pdf-pages.ts');
  const limit = AbortSignal.any([signal, AbortSignal.timeout(pdfMilliseconds)]);
  const pdf = openPdf(new Uint8Array(await file.arrayBuffer()));
  try {
    const { pageCount, draw } = await untilAborted(pdf, limit);
    const pages = Math.min(pageCount, maximumPages);
    const texts: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      onPage(page, pages);
      const canvas = await untilAborted(draw(page, pagePixels), limit);
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      texts.push(...(await untilAborted(reader.read(pixels, { isThorough: true }), limit)));
    }
    if (texts.length === 0 && pageCount > pages)
      throw new UnreadFile(
        t`No QR code was found on the first ${pages} pages. Choose the page of the certificate alone.`,
      );
    return texts;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted)
      throw new UnreadFile(t`This PDF takes too long to read. Take a picture of the certificate instead.`);
    throw pdfFault(error);
  } finally {
    pdf.then(
      ({ close }) => close(),
      () => {},
    );
  }
}

/** By the error names of pdf.js. */
function pdfFault(error: unknown): unknown {
  switch (error instanceof Error ? error.name : '') {
    case 'PasswordException':
      return new UnreadFile(
        t`This PDF is protected by a password. Save a copy without the password, and choose that.`,
      );
    case 'InvalidPDFException':
    case 'FormatError':
    case 'UnknownErrorException':
      return new UnreadFile(t`This PDF cannot be read. The file may be damaged.`);
    default:
      return error;
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  return promise;
}

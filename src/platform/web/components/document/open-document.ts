import type { FileReference } from '#shared/fields.ts';
import { fileAddress } from '../values.tsx';

/** A page that is decoded and ready to paint. */
export type Picture = { element: HTMLImageElement | HTMLCanvasElement; width: number; height: number };

export type OpenDocument = {
  pageCount: number;
  /** The first page; others are drawn on demand. */
  first: Picture;
  page: (number: number) => Promise<Picture>;
  close: () => void;
};

type Entry = { opening: Promise<OpenDocument>; opened: OpenDocument | null };

/** The open case and the next two, with photo and receipt, and as many previous ones. */
const kept = 12;
const entries = new Map<string, Entry>();

/**
 * Loads and decodes an image or PDF. The newest stay in memory, so that prefetching makes the next one paint at once.
 */
export function openDocument(file: FileReference): Promise<OpenDocument> {
  const known = entries.get(file.id);
  if (known) {
    // Re-inserted, so that the map is ordered by last use.
    entries.delete(file.id);
    entries.set(file.id, known);
    return known.opening;
  }
  const entry: Entry = { opening: load(file), opened: null };
  entries.set(file.id, entry);
  entry.opening.then(
    (opened) => {
      entry.opened = opened;
    },
    () => entries.delete(file.id),
  );
  for (const [id, old] of [...entries].slice(0, -kept)) {
    entries.delete(id);
    void old.opening.then(
      (opened) => opened.close(),
      () => {},
    );
  }
  return entry.opening;
}

/** A document that is already in memory, to be painted without waiting. */
export function findOpenDocument(file: FileReference): OpenDocument | null {
  return entries.get(file.id)?.opened ?? null;
}

async function load(file: FileReference): Promise<OpenDocument> {
  const address = fileAddress(file.id);
  return file.mediaType === 'application/pdf' ? loadPdf(address) : loadImage(address);
}

async function loadImage(address: string): Promise<OpenDocument> {
  const element = new Image();
  element.decoding = 'sync';
  // The surrounding element has the accessible name.
  element.alt = '';
  element.src = address;
  await element.decode();
  const first = { element, width: element.naturalWidth, height: element.naturalHeight };
  return { pageCount: 1, first, page: async () => first, close: () => {} };
}

async function loadPdf(address: string): Promise<OpenDocument> {
  const { openPdf } = await import('./pdf-pages.ts');
  const pdf = await openPdf(address);
  const pictures = new Map<number, Promise<Picture>>();
  const page = (number: number) => {
    const drawn = pictures.get(number) ?? pdf.draw(number).then(pictureOf);
    pictures.set(number, drawn);
    return drawn;
  };
  return { pageCount: pdf.pageCount, first: await page(1), page, close: pdf.close };
}

function pictureOf(element: HTMLCanvasElement): Picture {
  return { element, width: element.width, height: element.height };
}

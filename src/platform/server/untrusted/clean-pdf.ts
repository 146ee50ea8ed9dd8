import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { ORPCError } from '@orpc/server';
import { domainError } from '#platform/server/domain-error.ts';

const maximumPages = 200;

/** Keys and values by which a PDF acts on its own or embeds files (ISO 32000-2, 7.11.4, 12.6, 12.7, 13). */
const activeKeys = new Set([
  'JS',
  'JavaScript',
  'AA',
  'XFA',
  'EmbeddedFiles',
  'EF',
  'RichMediaContent',
  'Rendition',
]);
const activeKinds = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Movie', 'Sound'],
  ...['RichMediaExecute', 'EmbeddedFile', 'RichMedia', 'FileAttachment', 'Screen', '3D'],
]);

/**
 * The PDF rewritten from its checked objects, including those in compressed object streams: what is displayed later is
 * what was checked here. Bytes outside of objects are dropped.
 */
export async function cleanPdf(file: Uint8Array): Promise<Uint8Array> {
  const document = await open(file);
  assertPassive(document);
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

async function open(file: Uint8Array): Promise<PDFDocument> {
  try {
    const strict = await load(file).catch(() => null);
    if (strict) assertPassive(strict);
    const document = strict && !definesTwice(file) ? strict : await openAsViewers(file);
    if (document.getPageCount() > maximumPages) throw domainError('files.pdf_too_complex');
    return document;
  } catch (error) {
    if (error instanceof ORPCError) throw error;
    if (error instanceof RangeError) throw domainError('files.pdf_too_complex');
    const isLocked = Buffer.from(file).includes('/Encrypt');
    throw domainError(isLocked ? 'files.pdf_protected' : 'files.pdf_damaged');
  }
}

async function load(file: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(file, { updateMetadata: false, throwOnInvalidObject: true });
  if (document.getPageCount() === 0) throw new Error('It has no pages.');
  return document;
}

/** An update replaces objects, the remains of another file behind the end do not: viewers know which of them count. */
function definesTwice(file: Uint8Array): boolean {
  const objects = Buffer.from(file)
    .toString('latin1')
    .matchAll(/\b(\d+)\s+\d+\s+obj\b/g);
  const numbers = Array.from(objects, ([, number]) => number);
  return new Set(numbers).size < numbers.length;
}

/**
 * Lets pdf.js, the viewer of most browsers, copy the pages that it shows: of a PDF that anybody may read though its
 * owner locked it, has faults, or was updated. It would lock the copy again unless pages of a second PDF are in it.
 */
async function openAsViewers(file: Uint8Array): Promise<PDFDocument> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const second = await PDFDocument.create();
  second.addPage();
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  try {
    const viewed = await task.promise;
    const copy = await load(
      await viewed.extractPages([{ document: null }, { document: await second.save() }]),
    );
    if (copy.getPageCount() !== viewed.numPages + 1) throw new Error('A page cannot be copied.');
    copy.removePage(viewed.numPages);
    return copy;
  } finally {
    await task.destroy();
  }
}

function assertPassive({ context, catalog }: PDFDocument): void {
  for (const [, object] of context.enumerateIndirectObjects()) refuseActiveObject(object);
  refuseActiveObject(context.obj(Object.fromEntries(Object.entries(context.trailerInfo))));
  const openAction = catalog.get(PDFName.of('OpenAction'));
  if (openAction && !isDestination(context.lookup(openAction))) throw domainError('files.pdf_active');
}

/** Opening at a page is harmless: scanners and word processors write it. */
function isDestination(action: PDFObject | undefined): boolean {
  if (action instanceof PDFArray) return true;
  return action instanceof PDFDict && nameIn(action, 'S') === 'GoTo' && !action.has(PDFName.of('Next'));
}

function refuseActiveObject(root: PDFObject): void {
  const open: PDFObject[] = [root];
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFStream) open.push(object.dict);
    else if (object instanceof PDFArray) open.push(...object.asArray());
    else if (object instanceof PDFDict) {
      for (const kind of ['S', 'Subtype', 'Type']) {
        if (activeKinds.has(nameIn(object, kind) ?? '')) throw domainError('files.pdf_active');
      }
      for (const [key, value] of object.entries()) {
        if (activeKeys.has(key.decodeText())) throw domainError('files.pdf_active');
        open.push(value);
      }
    }
  }
}

function nameIn(dictionary: PDFDict, key: string): string | null {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : null;
}

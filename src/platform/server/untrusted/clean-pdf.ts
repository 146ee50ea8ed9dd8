import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';
import { domainError } from '#platform/server/domain-error.ts';

const mostPages = 200;

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
  for (const [, object] of document.context.enumerateIndirectObjects()) refuseActive(object);
  refuseActive(document.context.obj(Object.fromEntries(Object.entries(document.context.trailerInfo))));
  const openAction = document.catalog.get(PDFName.of('OpenAction'));
  if (openAction && !isPlace(document.context.lookup(openAction))) throw domainError('files.pdf_active');
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

async function open(file: Uint8Array): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(file, { updateMetadata: false, throwOnInvalidObject: true });
    const pages = document.getPageCount();
    if (pages === 0) throw domainError('files.pdf_damaged');
    if (pages > mostPages) throw domainError('files.pdf_too_complex');
    return document;
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw domainError('files.pdf_protected');
    if (error instanceof RangeError) throw domainError('files.pdf_too_complex');
    if ((error as { defined?: boolean }).defined) throw error;
    throw domainError('files.pdf_damaged');
  }
}

/** Opening at a page is harmless: scanners and word processors write it. */
function isPlace(action: PDFObject | undefined): boolean {
  if (action instanceof PDFArray) return true;
  return action instanceof PDFDict && nameIn(action, 'S') === 'GoTo' && !action.has(PDFName.of('Next'));
}

function refuseActive(root: PDFObject): void {
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

import { catalogOf, type PdfFile, type PdfObject, unknownForm } from './pdf-objects.ts';

/**
 * Makes print dialogs choose 100 % and one side (ISO 32000-1, 12.2): a file scaled to the printable area would miss the
 * frame of pre-printed paper, and a second side would use up the next blank.
 */
export function printAtOwnSize(pdf: PdfFile): void {
  preferInViewer(catalogOf(pdf), '/PrintScaling /None\n    /Duplex /Simplex');
}

export function preferInViewer(catalog: PdfObject, entries: string): void {
  const opening = '/ViewerPreferences <<';
  if (!catalog.words.includes(opening)) throw unknownForm('it has no viewer preferences');
  catalog.words = catalog.words.replace(opening, `${opening}\n    ${entries}`);
}

import { documentOperation } from '#platform/contract/byte-operation.ts';

/** How far a print is shifted to the right and down. */
export type Offset = { xMm: number; yMm: number };

/** Documents for measuring a printer. */
export const printerDocuments = {
  calibrationSheet: documentOperation('/printers/{id}/calibration-sheet', {
    summary: 'Sheets from which the offset of a printer is read off: PDF/A, an A4 for each template.',
    access: 'printers:read',
    notFound: 'printers.not_found',
    errors: ['papers.letters_missing'],
  }),
};

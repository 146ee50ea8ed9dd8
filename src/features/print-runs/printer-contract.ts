import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation } from '#platform/contract/operation.ts';
import { Id, Search, typedText, Version } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

/** A larger error means misfed paper, which no offset corrects. */
export const maximumOffsetMm = 10;

const OffsetMm = z
  .number(t`Enter a number of millimetres.`)
  .min(-maximumOffsetMm, t`At most 10 mm.`)
  .max(maximumOffsetMm, t`At most 10 mm.`)
  // Not z.multipleOf: in floating point 0.3 is not a multiple of 0.1.
  .refine((offset) => Math.abs(offset * 10 - Math.round(offset * 10)) < 1e-6, t`In steps of 0.1 mm.`);

/** How far a print is shifted to the right and down. */
export const Offset = z.object({ xMm: OffsetMm, yMm: OffsetMm });
export type Offset = z.infer<typeof Offset>;

export const Printer = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  xMm: z.number(),
  yMm: z.number(),
  /** Names of the staff who have the printer's code. */
  operators: z.array(z.string()),
  version: Version,
});
export type Printer = z.infer<typeof Printer>;

export const PrinterEntry = z.object({
  code: typedText().trim().min(1, t`Enter the printer code.`).max(20),
  name: typedText().trim().min(2, t`Enter the name.`).max(120),
  ...Offset.shape,
});
export type PrinterEntry = z.infer<typeof PrinterEntry>;

export const printersContract = {
  ...listOperation('Printers', {
    path: '/printers',
    of: 'the printers of the print room',
    access: 'printers:read',
    row: Printer,
    filters: Search,
  }),
  addPrinter: operation('POST /printers', {
    summary: 'Adds a printer under the code that its operators carry.',
    access: 'printers:edit',
    errors: ['printers.university_only'],
  })
    .input(PrinterEntry)
    .output(z.object({ id: Id })),
  editPrinter: operation('PUT /printers/{id}', {
    summary: 'Changes a printer. A new offset holds for print files that are composed from now on.',
    access: 'printers:edit',
    errors: ['printers.not_found', 'printers.university_only', 'records.stale'],
  })
    .input(PrinterEntry.extend({ id: Id, version: Version }))
    .output(z.object({ version: Version })),
};

/** Documents for measuring a printer. */
export const printerDocuments = {
  calibrationSheet: documentOperation('/printers/{id}/calibration-sheet', {
    summary: 'Sheets from which the offset of a printer is read off: PDF/A, an A4 for each template.',
    access: 'printers:read',
    notFound: 'printers.not_found',
    errors: ['papers.letters_missing'],
  }),
};

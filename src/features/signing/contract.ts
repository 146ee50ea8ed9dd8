import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Id, Moment, SearchTerm, typedText } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

/** The most sheets of a batch: as many as a run. */
export const maximumInSigningBatch = 1_000;

/** After this many days a batch counts as out for long. */
export const longSigningDays = 14;

export const signingOutcomeLabels = {
  signed: t`Signed`,
  unsigned: t`Not signed`,
  damaged: t`Damaged`,
};
export type SigningOutcome = keyof typeof signingOutcomeLabels;

/** What became of the copy since; none of these prevents the sheet's return. */
export const standingLabels = {
  valid: t`Valid`,
  withheld: t`Withheld`,
  superseded: t`Superseded`,
  cancelled: t`Cancelled`,
  revoked: t`Revoked`,
};

/** A printed sheet to be signed by hand, with the facts that it printed. */
export const SheetToSign = z.object({
  id: Id,
  certificateId: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  examRollNumber: z.string(),
  courseDegree: z.string(),
  collegeCode: z.string(),
  certificateType: z.string(),
  blankSerial: z.string(),
  copyNumber: z.int(),
  runNumber: z.string(),
  printedAt: Moment,
});
export type SheetToSign = z.infer<typeof SheetToSign>;

export const SignedSheet = SheetToSign.extend({
  /** Null while it is out. */
  outcome: z.enum(namesOf(signingOutcomeLabels)).nullable(),
  /** How it was damaged. */
  remark: z.string().nullable(),
  backAt: Moment.nullable(),
  backBy: z.string().nullable(),
  standing: z.enum(namesOf(standingLabels)),
});
export type SignedSheet = z.infer<typeof SignedSheet>;

/** Sheets carried to an office for signature. */
export const SigningBatch = z.object({
  id: Id,
  /** Gapless, `S-000123`. */
  batchNumber: z.string(),
  /** The office that signs. */
  office: z.string(),
  carriedBy: z.string(),
  sentBy: z.string(),
  sentAt: Moment,
  sheetCount: z.int(),
  /** Sheets that are not back. */
  outCount: z.int(),
  signedCount: z.int(),
  /** When the last sheet came back; null while some are out. */
  backAt: Moment.nullable(),
});
export type SigningBatch = z.infer<typeof SigningBatch>;

/** One batch with its sheets, ordered by number. */
export const SigningBatchDetail = SigningBatch.extend({ sheets: z.array(SignedSheet) });
export type SigningBatchDetail = z.infer<typeof SigningBatchDetail>;

const SheetFilters = z.object({
  /** Searches convocation number, serial, run, student and exam roll number. */
  search: SearchTerm,
});
export type SheetFilters = z.infer<typeof SheetFilters>;

export const BatchFilters = z.object({
  /** Searches batch number, office and carrier; a serial or a convocation number finds the batches with that sheet. */
  search: SearchTerm,
  /** `out`: some sheet is not back; `out_long`: nor is it after two weeks. */
  show: z.enum(['all', 'out', 'out_long']).default('all'),
});
export type BatchFilters = z.infer<typeof BatchFilters>;

export const SendForSignatureInput = z.object({
  sheetIds: z
    .array(Id)
    .min(1, t`Choose at least one sheet.`)
    .max(maximumInSigningBatch, t`A batch has at most ${maximumInSigningBatch} sheets.`),
  office: typedText().trim().min(2, t`Enter the office that signs.`).max(120),
  carriedBy: typedText().trim().min(2, t`Enter who carries the sheets.`).max(120),
});

const TakeBackInput = z
  .object({
    id: Id,
    sheetIds: z.array(Id).min(1, t`Choose at least one sheet.`).max(maximumInSigningBatch),
    outcome: z.enum(namesOf(signingOutcomeLabels)),
    /** How the sheets are damaged; required only for these. */
    remark: typedText().trim().max(200).nullable().default(null),
  })
  .refine(({ outcome, remark }) => outcome !== 'damaged' || (remark?.length ?? 0) >= 3, {
    path: ['remark'],
    message: t`Enter how the sheet is damaged.`,
  });

const reads = ['signing_batches', 'certificates', 'print_runs'] as const;

export const signingContract = {
  ...listOperation('SheetsToSign', {
    path: '/sheets-to-sign',
    of: 'the printed sheets that wait to be sent for a signature by hand, the longest waiting first',
    access: 'signing_batches:read',
    reads,
    row: SheetToSign,
    filters: SheetFilters,
  }),
  listSigningOffices: operation('GET /signing-offices', {
    summary: 'The offices that are held today, as what a batch may name.',
    access: 'signing_batches:record',
    reads: ['offices'],
  }).output(z.object({ offices: z.array(z.string()) })),
  ...listOperation('SigningBatches', {
    path: '/signing-batches',
    of: 'the batches of sheets that were carried to an office for its signature',
    access: 'signing_batches:read',
    reads,
    row: SigningBatch,
    filters: BatchFilters,
  }),
  getSigningBatch: readRecord('/signing-batches/{id}', {
    summary: 'One signing batch with its sheets, and what came back.',
    access: 'signing_batches:read',
    reads,
    errors: ['signing_batches.not_found'],
    answer: SigningBatchDetail,
  }),
  sendForSignature: operation('POST /signing-batches', {
    summary:
      'Sends printed sheets out to be signed by hand, as a batch that takes the next number: until they are back signed they are not handed over.',
    access: 'signing_batches:record',
    errors: [
      'signing_batches.sheet_not_found',
      'signing_batches.not_to_be_signed',
      'signing_batches.sent_already',
    ],
  })
    .input(SendForSignatureInput)
    .output(z.object({ id: Id, batchNumber: z.string() })),
  takeBackSheets: operation('POST /signing-batches/{id}/take-back', {
    summary:
      'Records sheets of a batch that came back: signed, not signed, which wait for another batch, or damaged. What is not named stays out.',
    access: 'signing_batches:record',
    errors: ['signing_batches.not_found', 'signing_batches.not_in_batch', 'signing_batches.back_already'],
  })
    .input(TakeBackInput)
    .output(z.object({ out: z.int() })),
};

export const signingDocuments = {
  list: documentOperation('/signing-batches/{id}/document', {
    summary:
      'The list of a signing batch, to sign for receipt on the way out and back: PDF/A, as many A4 pages as it needs.',
    access: 'signing_batches:read',
    notFound: 'signing_batches.not_found',
    errors: ['papers.letters_missing', 'papers.text_not_exact'],
  }),
};

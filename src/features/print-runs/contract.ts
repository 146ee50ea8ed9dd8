import { z } from 'zod';
import { readSerial } from '#features/stock/serials.ts';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import {
  CollegeAndDayFilters,
  Failure,
  Id,
  Moment,
  SearchTerm,
  typedNumber,
  typedText,
  Version,
} from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { Proof } from './proof-contract.ts';
import { printRunStateLabels } from './states.ts';

const printRunStates = namesOf(printRunStateLabels);
export type PrintRunState = (typeof printRunStates)[number];

const sheetOutcomes = ['good', 'spoilt', 'missing'] as const;

export const spoilReasons = ['Jam', 'Smudge', 'Misfeed', 'Wrong side', 'Torn', 'Other'] as const;

/** The most sheets of a run: a 500-sheet tray filled twice, and a stack that one person can count. */
export const maximumSheets = 1_000;

export const Sheet = z.object({
  id: Id,
  position: z.number().int(),
  certificateId: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  examRollNumber: z.string(),
  collegeCode: z.string(),
  blankSerial: z.string(),
  copyNumber: z.number().int(),
  outcome: z.enum(sheetOutcomes).nullable(),
  /** Why the sheet is spoilt, or where a missing one was looked for. */
  outcomeReason: z.string().nullable(),
  outcomeAt: Moment.nullable(),
  /** When a second person cancelled the copy after the run was closed. The outcome stays. */
  cancelledAt: Moment.nullable(),
});
export type Sheet = z.infer<typeof Sheet>;

export const PrintRun = z.object({
  id: Id,
  /** Gapless, `R-000123`. */
  runNumber: z.string(),
  state: z.enum(printRunStates),
  paper: z.string(),
  colour: z.string(),
  certificateType: z.string(),
  collegeCode: z.string().nullable(),
  operator: z.string(),
  preparedAt: Moment,
  startedAt: Moment.nullable(),
  closedAt: Moment.nullable(),
  closedBy: z.string().nullable(),
  withdrawnAt: Moment.nullable(),
  withdrawnBy: z.string().nullable(),
  /** 0 for a withdrawn run. */
  sheetCount: z.number().int(),
  goodCount: z.number().int(),
  spoiltCount: z.number().int(),
  missingCount: z.number().int(),
  /** Position of the first sheet without an outcome; null if all have one. */
  openAt: z.number().int().nullable(),
  /** What was counted at closing; null for runs closed before counts were required. */
  countedGood: z.number().int().nullable(),
  countedSpoilt: z.number().int().nullable(),
  countedMissing: z.number().int().nullable(),
  firstSerial: z.string().nullable(),
  lastSerial: z.string().nullable(),
  /**
   * The print file: being composed, ready at `/api/print-runs/{id}/document`, failed with a reason, or removed when the
   * run ended.
   */
  document: z.enum(['composing', 'ready', 'failed', 'removed']),
  documentFailure: Failure.nullable(),
  version: Version,
});
export type PrintRun = z.infer<typeof PrintRun>;

export const PrintRunDetail = PrintRun.extend({
  sheets: z.array(Sheet),
  /** The printer that the print file is composed for; null if unknown, and then without offset. */
  printer: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
  /** The printer's offset when the print file was requested. */
  offset: z.object({ xMm: z.number(), yMm: z.number() }),
  /**
   * The sheet that was on top when the stack was last checked, and the print file from there. Null before the start.
   */
  file: z.object({ from: z.number().int(), openedAt: Moment.nullable() }).nullable(),
  /** Sheets of the print file composed so far. */
  composedCount: z.number().int(),
  /** The newest proof of the layout of the print file; the run can start once it is signed off. */
  proof: Proof.nullable(),
});
export type PrintRunDetail = z.infer<typeof PrintRunDetail>;

/** Waiting certificates of one paper and one certificate type, which one run can print. */
export const PrintBatch = z.object({
  paperId: Id,
  paper: z.string(),
  colour: z.string(),
  certificateType: z.string(),
  /** Number that can be printed now. */
  waiting: z.number().int(),
  /** Since when the first of them waits; null if none can be printed now. */
  oldest: Moment.nullable(),
  /** Those of them whose certificate was on a sheet before. */
  reprints: z.number().int(),
  /** Number that can be printed once a resolved roll includes them. */
  waitingForRoll: z.number().int(),
  /** As on the stock screens: issued blanks are not in store. */
  inStore: z.number().int(),
  /** The caller's runs use these first, then those in store. */
  issuedToYou: z.number().int(),
  nextSerial: z.string().nullable(),
  /** The colleges of the waiting certificates. */
  colleges: z.array(z.object({ id: Id, code: z.string(), name: z.string(), waiting: z.number().int() })),
});
export type PrintBatch = z.infer<typeof PrintBatch>;

export const RunFilters = z.object({
  search: SearchTerm,
  /** `open` runs are prepared or printing: somebody has to finish them. */
  state: z.enum(['all', 'open', ...printRunStates]).default('all'),
  operatorId: z.literal('all').or(Id).default('all'),
});
export type RunFilters = z.infer<typeof RunFilters>;

/** The sheets of one month, paper, printer and operator. */
export const Spoilage = z.object({
  id: z.string(),
  /** Its first day. */
  month: z.string(),
  paper: z.string(),
  colour: z.string(),
  /** Null where the run named none. */
  printer: z.string().nullable(),
  operator: z.string(),
  sheets: z.int(),
  spoilt: z.int(),
});
export type Spoilage = z.infer<typeof Spoilage>;

/** What a run prints: the longest-waiting certificates of one paper and one type, optionally of one college. */
export const RunChoice = z.object({
  paperId: Id,
  certificateType: typedText().min(1).max(60),
  collegeId: Id.nullable().default(null),
  sheets: z.number().int().min(1, t`Choose at least one sheet.`).max(maximumSheets),
});
export type RunChoice = z.infer<typeof RunChoice>;

/** The serial on top of the stack, typed or scanned. */
const TopSerial = typedNumber()
  .trim()
  .min(1, t`Enter or scan the serial on top of the stack.`)
  .max(20)
  .transform(readSerial);

/** Where a missing sheet was looked for. */
export const MissingRemark = typedText().trim().min(3, t`Enter where it was looked for.`).max(200);

/** Number counted on the table. */
const CountedSheets = z.number().int().min(0).max(maximumSheets);

const runErrors = ['print_runs.not_found', 'records.stale'] as const;

export const printRunsContract = {
  listPrintBatches: operation('GET /print-batches', {
    summary:
      'What waits to be printed, by paper and certificate type, with the blanks in store or issued to the caller.',
    access: 'print_runs:read',
    reads: ['print_runs', 'certificates', 'stock', 'rolls'],
  }).output(z.object({ batches: z.array(PrintBatch) })),
  ...listOperation('PrintRuns', {
    path: '/print-runs',
    of: 'the print runs',
    access: 'print_runs:read',
    reads: ['print_runs', 'certificates'],
    row: PrintRun,
    filters: RunFilters,
  }),
  ...listOperation('Spoilage', {
    path: '/spoilage',
    of: 'sheets and spoilt sheets by month, paper, printer and operator',
    access: 'print_runs:read',
    row: Spoilage,
    filters: CollegeAndDayFilters,
    sums: ['sheets', 'spoilt'],
  }),
  getPrintRun: readRecord('/print-runs/{id}', {
    summary: 'One print run with its sheets in printing order.',
    access: 'print_runs:read',
    reads: ['print_runs', 'certificates', 'proofs'],
    errors: ['print_runs.not_found'],
    answer: PrintRunDetail,
  }),
  preparePrintRun: operation('POST /print-runs', {
    summary:
      'Takes the certificates that waited longest into a run and binds to each the next blank of its paper, in serial order. What cannot be drawn is left out and returned.',
    access: 'print_runs:prepare',
    errors: [
      'checklist.printing_blocked',
      'stock.not_found',
      'print_runs.too_few_waiting',
      'print_runs.waits_for_roll',
      'print_runs.off_roll',
      'print_runs.all_returned',
      'stock.too_few_blanks',
      'certificates.not_waiting',
    ],
  })
    .input(RunChoice)
    .output(
      z.object({
        id: Id,
        runNumber: z.string(),
        /** Applications whose certificates cannot be drawn. */
        returned: z.number().int(),
      }),
    ),
  withdrawPrintRun: changeRecord('/print-runs/{id}/withdraw', {
    summary:
      'Gives a prepared run up: its blanks go back to where they came from, its certificates back to the queue.',
    access: 'print_runs:prepare',
    errors: [...runErrors, 'print_runs.not_prepared'],
  }),
  composePrintRun: operation('POST /print-runs/{id}/compose', {
    summary: 'Composes the print file again after it failed.',
    access: 'print_runs:prepare',
    errors: ['print_runs.not_found', 'print_runs.not_prepared'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({})),
  choosePrinter: changeRecord('/print-runs/{id}/choose-printer', {
    summary: 'Composes the print file of a prepared run again, for a printer and the offset that it has now.',
    access: 'print_runs:prepare',
    errors: [...runErrors, 'print_runs.not_prepared', 'printers.not_found'],
    fields: { printerId: Id },
  }),
  startPrintRun: changeRecord('/print-runs/{id}/start', {
    summary:
      'Begins to print: the serial on top of the stack has to be that of the first sheet. Outcomes can be recorded once the print file was opened.',
    access: 'print_runs:record',
    errors: [
      ...runErrors,
      'print_runs.not_prepared',
      'print_runs.no_document',
      'print_runs.no_proof',
      'print_runs.other_serial_on_top',
    ],
    fields: { topSerial: TopSerial },
  }),
  resumePrintRun: operation('POST /print-runs/{id}/resume', {
    summary:
      'Goes on after a jam or crash: checks that the stack begins with the first sheet without an outcome, from which `/print-runs/{id}/remaining-document` prints.',
    access: 'print_runs:record',
    errors: [
      'print_runs.not_found',
      'print_runs.not_printing',
      'print_runs.nothing_left',
      'print_runs.other_serial_on_top',
      'print_runs.sheets_before_top',
    ],
  })
    .input(z.object({ id: Id, topSerial: TopSerial }))
    .output(z.object({ from: z.number().int(), sheets: z.number().int() })),
  recordSheets: operation('POST /print-runs/{id}/sheets', {
    summary:
      'Records the outcome of sheets: good, spoilt or missing. A spoilt or missing sheet puts its certificate back into the queue.',
    access: 'print_runs:record',
    errors: [
      'print_runs.not_found',
      'print_runs.not_printing',
      'print_runs.file_not_opened',
      'print_runs.sheet_decided',
      'print_runs.sheet_not_found',
    ],
  })
    .input(
      z.object({
        id: Id,
        outcomes: z
          .array(
            z.discriminatedUnion('outcome', [
              z.object({ sheetId: Id, outcome: z.literal('good') }),
              z.object({ sheetId: Id, outcome: z.literal('spoilt'), reason: z.enum(spoilReasons) }),
              z.object({ sheetId: Id, outcome: z.literal('missing'), reason: MissingRemark }),
            ]),
          )
          .min(1)
          .max(maximumSheets),
      }),
    )
    .output(z.object({ open: z.number().int(), outcomeAt: Moment })),
  takeBackOutcome: operation('POST /print-runs/{id}/take-back', {
    summary:
      'Takes the outcome of a sheet back until the run is closed: the sheet is bound again, and a copy that it superseded is valid again.',
    access: 'print_runs:record',
    errors: [
      'print_runs.not_found',
      'print_runs.not_printing',
      'print_runs.sheet_not_found',
      'print_runs.sheet_undecided',
      'print_runs.sheet_handed_over',
      'print_runs.sheet_left',
      'print_runs.reprint_asked',
      'print_runs.certificate_elsewhere',
      'print_runs.reopened_since',
      'certificates.withheld',
      'certificates.revoked',
    ],
  })
    .input(z.object({ id: Id, sheetId: Id }))
    .output(z.object({ open: z.number().int() })),
  closePrintRun: changeRecord('/print-runs/{id}/close', {
    summary:
      'Closes a run whose every sheet has an outcome, if good, spoilt and missing are as many as are recorded.',
    access: 'print_runs:record',
    errors: [...runErrors, 'print_runs.not_printing', 'print_runs.open_sheets', 'print_runs.counts_differ'],
    fields: {
      goodSheets: CountedSheets,
      spoiltSheets: CountedSheets,
      missingSheets: CountedSheets.default(0),
    },
  }),
};

import { z } from 'zod';
import { Id, Moment, Version } from '#shared/identifiers.ts';
import { operation } from '#shared/operation.ts';
import { PageRequest, pageOf, RowCount, SearchTerm } from '#shared/paging.ts';
import { t } from '#shared/words.ts';
import { Proof } from './proof-contract.ts';

const printRunStates = ['prepared', 'printing', 'closed'] as const;
export type PrintRunState = (typeof printRunStates)[number];
export const printRunStateLabels: Record<PrintRunState, string> = {
  prepared: t`Prepared`,
  printing: t`Printing`,
  closed: t`Closed`,
};

export const spoilReasons = ['Jam', 'Smudge', 'Misfeed', 'Wrong side', 'Torn', 'Other'] as const;

/** The most sheets of one run: a tray of 500 filled twice, and a stack that one person can count. */
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
  outcome: z.enum(['good', 'spoilt']).nullable(),
  spoilReason: z.string().nullable(),
  outcomeAt: Moment.nullable(),
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
  sheetCount: z.number().int(),
  goodCount: z.number().int(),
  spoiltCount: z.number().int(),
  firstSerial: z.string().nullable(),
  lastSerial: z.string().nullable(),
  /** The print file: being composed, ready at `/api/print-runs/{id}/document`, or failed with a sentence. */
  document: z.enum(['composing', 'ready', 'failed']),
  documentFailure: z.string().nullable(),
  version: Version,
});
export type PrintRun = z.infer<typeof PrintRun>;

export const PrintRunDetail = PrintRun.extend({
  sheets: z.array(Sheet),
  /** The printer that the print file is composed for; null when none is known, and then without an offset. */
  printer: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
  /** The printer's offset as it was when the print file was asked for. */
  offset: z.object({ xMm: z.number(), yMm: z.number() }),
  /** How many sheets of the print file are composed so far. */
  composedCount: z.number().int(),
  /** The newest proof of the layout in which the print file is composed; the run starts once it is signed off. */
  proof: Proof.nullable(),
});
export type PrintRunDetail = z.infer<typeof PrintRunDetail>;

/** Certificates that share a paper and a certificate type wait together, because one run prints them. */
export const PrintBatch = z.object({
  paperId: Id,
  paper: z.string(),
  colour: z.string(),
  certificateType: z.string(),
  waiting: z.number().int(),
  /** Those issued to the caller included: a run takes these first. */
  blanksInStore: z.number().int(),
  nextSerial: z.string().nullable(),
});
export type PrintBatch = z.infer<typeof PrintBatch>;

const RunFilters = z.object({ search: SearchTerm, state: z.enum(['all', ...printRunStates]).default('all') });
const runErrors = ['print_runs.not_found', 'records.stale'] as const;

export const printRunsContract = {
  listPrintBatches: operation({
    method: 'GET',
    path: '/print-batches',
    summary:
      'What waits to be printed, by paper and certificate type, with the blanks in store or issued to the caller.',
    access: 'print_runs:read',
  }).output(z.object({ batches: z.array(PrintBatch) })),
  listPrintRuns: operation({
    method: 'GET',
    path: '/print-runs',
    summary: 'A page of the print runs, newest first.',
    access: 'print_runs:read',
  })
    .input(RunFilters.extend(PageRequest.shape))
    .output(pageOf(PrintRun)),
  countPrintRuns: operation({
    method: 'GET',
    path: '/print-runs/count',
    summary: 'The exact number of print runs that the filters leave.',
    access: 'print_runs:read',
  })
    .input(RunFilters)
    .output(RowCount),
  getPrintRun: operation({
    method: 'GET',
    path: '/print-runs/{id}',
    summary: 'One print run with its sheets in printing order.',
    access: 'print_runs:read',
    errors: ['print_runs.not_found'],
  })
    .input(z.object({ id: Id }))
    .output(PrintRunDetail),
  preparePrintRun: operation({
    method: 'POST',
    path: '/print-runs',
    summary:
      'Takes waiting certificates into a run and binds to each the next blank of its paper, in serial order.',
    access: 'print_runs:prepare',
    errors: [
      'certificates.not_found',
      'certificates.not_waiting',
      'print_runs.mixed',
      'stock.too_few_blanks',
    ],
  })
    .input(
      z.object({
        certificateIds: z.array(Id).min(1, t`Choose at least one certificate.`).max(maximumSheets),
      }),
    )
    .output(z.object({ id: Id, runNumber: z.string() })),
  composePrintRun: operation({
    method: 'POST',
    path: '/print-runs/{id}/compose',
    summary: 'Composes the print file again after it failed.',
    access: 'print_runs:prepare',
    errors: ['print_runs.not_found', 'print_runs.not_prepared'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({})),
  choosePrinter: operation({
    method: 'POST',
    path: '/print-runs/{id}/choose-printer',
    summary: 'Composes the print file of a prepared run again, for a printer and the offset that it has now.',
    access: 'print_runs:prepare',
    errors: [...runErrors, 'print_runs.not_prepared', 'printers.not_found'],
  })
    .input(z.object({ id: Id, version: Version, printerId: Id }))
    .output(z.object({ version: Version })),
  startPrintRun: operation({
    method: 'POST',
    path: '/print-runs/{id}/start',
    summary: 'Says that printing begins; outcomes can be recorded from now on.',
    access: 'print_runs:record',
    errors: [...runErrors, 'print_runs.not_prepared', 'print_runs.no_document', 'print_runs.no_proof'],
  })
    .input(z.object({ id: Id, version: Version }))
    .output(z.object({ version: Version })),
  recordSheets: operation({
    method: 'POST',
    path: '/print-runs/{id}/sheets',
    summary:
      'Records the outcome of sheets: good, or spoilt with a reason. A spoilt sheet puts its certificate back into the queue.',
    access: 'print_runs:record',
    errors: [
      'print_runs.not_found',
      'print_runs.not_printing',
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
            ]),
          )
          .min(1)
          .max(maximumSheets),
      }),
    )
    .output(z.object({ open: z.number().int() })),
  closePrintRun: operation({
    method: 'POST',
    path: '/print-runs/{id}/close',
    summary: 'Closes a run whose every sheet has an outcome.',
    access: 'print_runs:record',
    errors: [...runErrors, 'print_runs.not_printing', 'print_runs.open_sheets'],
  })
    .input(z.object({ id: Id, version: Version }))
    .output(z.object({ version: Version })),
};

import { z } from 'zod';
import { documentOperation, uploadOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Day, FileName, Id, Moment, SearchTerm } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { spreadsheetErrors, uploadTypes } from '#shared/spreadsheet-format.ts';
import { t } from '#shared/words.ts';
import { lineOperations, linesAndDrafts, scopeErrors } from './line-contract.ts';

/** A bank's download of a whole year is far smaller. */
const maximumStatementBytes = 5 * 1024 * 1024;

/** The fields that statement columns can hold. A statement has debit and credit, or one amount for both. */
export const statementFieldLabels = {
  bookedOn: t`Txn Date`,
  valueDate: t`Value Date`,
  description: t`Description`,
  reference: t`Ref No.`,
  instrument: t`Cheque No.`,
  debit: t`Debit`,
  credit: t`Credit`,
  amount: t`Amount (debit and credit in one column)`,
  side: t`Dr / Cr`,
  balance: t`Balance`,
};
export type StatementField = keyof typeof statementFieldLabels;
export const statementFields = namesOf(statementFieldLabels);

/** The index of each field's column in the file, from 0; null if the file does not have it. */
export const StatementColumns = z.object(
  Object.fromEntries(
    statementFields.map((field) => [field, z.number().int().min(0).max(200).nullable()]),
  ) as Record<StatementField, z.ZodNullable<z.ZodNumber>>,
);
export type StatementColumns = z.infer<typeof StatementColumns>;

/** Sums in paise, because interest and charges have paise; drafts are whole rupees. */
const Sums = z.object({
  openCount: z.number().int(),
  matchedCount: z.number().int(),
  setAsideCount: z.number().int(),
  openCreditPaise: z.number().int(),
  matchedCreditPaise: z.number().int(),
  setAsideCreditPaise: z.number().int(),
  openDebitPaise: z.number().int(),
  matchedDebitPaise: z.number().int(),
  setAsideDebitPaise: z.number().int(),
});

export const BankStatement = Sums.extend({
  id: Id,
  fileName: z.string(),
  firstDay: Day,
  lastDay: Day,
  /** Lines in the file, including those already in earlier statements. */
  lineCount: z.number().int(),
  repeatedCount: z.number().int(),
  creditPaise: z.number().int(),
  debitPaise: z.number().int(),
  repeatedCreditPaise: z.number().int(),
  repeatedDebitPaise: z.number().int(),
  /** Whether balances in the file confirm every amount. */
  isProvenByBalance: z.boolean(),
  /** The sheet that was read of a workbook, and those that nobody sees there. */
  sheetName: z.string().nullable(),
  hiddenSheets: z.array(z.string()),
  uploadedBy: z.string(),
  uploadedAt: Moment,
});
export type BankStatement = z.infer<typeof BankStatement>;

const StatementFilters = z.object({
  search: SearchTerm,
  state: z.enum(['all', 'open', 'done']).default('all'),
});
export type StatementFilters = z.infer<typeof StatementFilters>;

export const bankStatementsContract = {
  ...listOperation('BankStatements', {
    path: '/bank-statements',
    of: 'the bank statements',
    access: 'fees:read',
    reads: linesAndDrafts,
    errors: scopeErrors,
    row: BankStatement,
    filters: StatementFilters,
  }),
  getBankStatement: readRecord('/bank-statements/{id}', {
    summary: 'One bank statement with the sums of its matched, open and set-aside lines.',
    access: 'fees:read',
    reads: linesAndDrafts,
    errors: [...scopeErrors, 'bank_statements.not_found'],
    answer: BankStatement,
  }),
  matchBankStatement: operation('POST /bank-statements/{id}/match', {
    summary: 'Matches the open lines again, after the register of drafts has changed.',
    access: 'demand_drafts:settle',
    errors: [...scopeErrors, 'bank_statements.not_found'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({ settled: z.number().int() })),
  ...lineOperations,
};

const Upload = z.object({
  name: FileName,
  headerRow: z.coerce.number().int().min(1).max(100_000).optional(),
  columns: z
    .string()
    .max(2_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(StatementColumns)
    .optional()
    .describe('JSON: which column, counted from 0, holds which field, where the headers do not say it.'),
  sheet: z.string().max(100).optional().describe('The sheet to read of a workbook with several.'),
});

export const statementFiles = {
  upload: uploadOperation('/bank-statements', {
    summary:
      'Uploads a bank statement: the raw bytes as body, at most 5 MiB; CSV, tab text, XLSX, a web table, MT940 or camt.053 by content. Nothing is taken from a file with a cell that cannot be read or a balance that does not follow from the one before; one that was taken before is found again.',
    access: 'demand_drafts:settle',
    query: Upload,
    maximumBytes: maximumStatementBytes,
    tooLarge: 'bank_statements.too_large',
    seconds: 120,
    answer:
      'The id of the statement, whether it is new, and how many lines were taken, repeated and settled.',
    errors: [
      ...spreadsheetErrors,
      'sheets.several',
      'bank_statements.university_only',
      'bank_statements.no_header',
      'bank_statements.columns_unknown',
      'bank_statements.faulty',
      'bank_statements.empty',
      'bank_statements.too_many_lines',
    ],
  }),
  file: documentOperation('/bank-statements/{id}/file', {
    summary: 'The file of a bank statement as it was uploaded.',
    access: 'fees:read',
    answers: { description: 'The file.', types: Object.values(uploadTypes) },
    notFound: 'bank_statements.not_found',
    errors: ['bank_statements.university_only'],
  }),
};

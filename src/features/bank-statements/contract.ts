import { z } from 'zod';
import { listOperations } from '#platform/contract/list-operations.ts';
import { operation } from '#platform/contract/operation.ts';
import { Day, Id, Moment } from '#shared/identifiers.ts';
import { SearchTerm } from '#shared/paging.ts';
import { t } from '#shared/words.ts';
import { lineOperations, linesAndDrafts, scopeErrors } from './line-contract.ts';

/** A bank's download of a year is far smaller; what is larger is no statement. */
export const maximumStatementBytes = 5 * 1024 * 1024;

/** What the columns of a statement may hold. A statement has debit and credit, or one amount for both. */
export const statementFields = [
  'bookedOn',
  'valueDate',
  'description',
  'reference',
  'instrument',
  'debit',
  'credit',
  'amount',
  'side',
  'balance',
] as const;
export type StatementField = (typeof statementFields)[number];
export const statementFieldLabels: Record<StatementField, string> = {
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

/** Which column of the file holds which field, counted from 0; null is not in the file. */
export const StatementColumns = z.object(
  Object.fromEntries(
    statementFields.map((field) => [field, z.number().int().min(0).max(200).nullable()]),
  ) as Record<StatementField, z.ZodNullable<z.ZodNumber>>,
);
export type StatementColumns = z.infer<typeof StatementColumns>;

/** Sums in paise: interest and charges have them, drafts are whole rupees. */
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
  /** Lines that the file has, those of earlier statements included. */
  lineCount: z.number().int(),
  repeatedCount: z.number().int(),
  creditPaise: z.number().int(),
  debitPaise: z.number().int(),
  repeatedCreditPaise: z.number().int(),
  repeatedDebitPaise: z.number().int(),
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
  ...listOperations('BankStatements', {
    path: '/bank-statements',
    of: 'the bank statements',
    access: 'fees:read',
    reads: linesAndDrafts,
    errors: scopeErrors,
    row: BankStatement,
    filters: StatementFilters,
  }),
  getBankStatement: operation({
    method: 'GET',
    path: '/bank-statements/{id}',
    summary: 'One bank statement with the sums of its matched, open and set-aside lines.',
    access: 'fees:read',
    reads: linesAndDrafts,
    errors: [...scopeErrors, 'bank_statements.not_found'],
  })
    .input(z.object({ id: Id }))
    .output(BankStatement),
  matchBankStatement: operation({
    method: 'POST',
    path: '/bank-statements/{id}/match',
    summary: 'Matches the open lines again, after the register of drafts has changed.',
    access: 'demand_drafts:settle',
    errors: [...scopeErrors, 'bank_statements.not_found'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({ settled: z.number().int() })),
  ...lineOperations,
};

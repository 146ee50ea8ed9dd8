import { z } from 'zod';
import { bankReturnReasons, draftStates } from '#features/demand-drafts/contract.ts';
import { changeRecord, listOperation, readRecord } from '#platform/contract/operation.ts';
import { Day, Id, Moment, Rupees, SearchTerm, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { Finding } from './findings.ts';

export const lineStateLabels = {
  open: t`Open`,
  matched: t`Matched`,
  set_aside: t`Set aside`,
};
export type LineState = keyof typeof lineStateLabels;
export const lineStates = namesOf(lineStateLabels);

export const setAsideReasonLabels = {
  interest: t`Interest`,
  charges: t`Bank charges or tax`,
  cash: t`Cash paid in`,
  electronic: t`Electronic transfer (UPI, NEFT …)`,
  reversal: t`Reversal by the bank`,
  other_income: t`Other income of the university`,
  own_transfer: t`Transfer between own accounts`,
  other: t`Something else`,
};
export type SetAsideReason = keyof typeof setAsideReasonLabels;
const setAsideReasons = namesOf(setAsideReasonLabels);

/** A draft that a line settled. */
export const SettledDraft = z.object({
  demandDraftId: Id,
  number: z.string(),
  bank: z.string(),
  amount: Rupees,
});

export const StatementLine = z.object({
  id: Id,
  statementId: Id,
  /** The row number in the file, as a spreadsheet shows it. */
  rowNumber: z.number().int(),
  bookedOn: Day,
  valueDate: Day,
  description: z.string(),
  reference: z.string(),
  side: z.enum(['credit', 'debit']),
  amountPaise: z.number().int(),
  balancePaise: z.number().int().nullable(),
  state: z.enum(lineStates),
  /** Only for an open line, computed from the register as it is now. */
  finding: Finding.nullable(),
  settled: z.array(SettledDraft),
  /** The part of the drafts' amount that the bank kept. */
  differencePaise: z.number().int(),
  setAsideReason: z.enum(setAsideReasons).nullable(),
  remark: z.string().nullable(),
  isAutomatic: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  version: Version,
});
export type StatementLine = z.infer<typeof StatementLine>;

/** A draft that may match a line; the likeliest come first. */
export const LineCandidate = z.object({
  demandDraftId: Id,
  number: z.string(),
  bank: z.string(),
  branch: z.string(),
  drawnOn: Day,
  amount: Rupees,
  state: z.enum(draftStates),
  collegeCode: z.string(),
  depositSlipId: Id.nullable(),
  slipNumber: z.string().nullable(),
  depositedOn: Day.nullable(),
  realisedOn: Day.nullable(),
  /** Whether a line has already realised or returned it. */
  isRealisedByLine: z.boolean(),
  isReturnedByLine: z.boolean(),
  applicationCount: z.number().int(),
  /** Why it is a candidate. */
  because: z.enum(['number', 'slip', 'amount']),
  version: Version,
});
export type LineCandidate = z.infer<typeof LineCandidate>;

const LineFilters = z.object({
  statementId: Id,
  search: SearchTerm,
  state: z.enum(['all', ...lineStates]).default('all'),
  side: z.enum(['all', 'credit', 'debit']).default('all'),
});
export type LineFilters = z.infer<typeof LineFilters>;

export const scopeErrors = ['bank_statements.university_only'] as const;
/** The findings of open lines depend on the register of drafts. */
export const linesAndDrafts = ['bank_statements', 'demand_drafts'] as const;
const lineErrors = [...scopeErrors, 'bank_statements.line_not_found', 'bank_statements.not_open'] as const;
const remark = typedText().trim().max(300).default('');

/** Operations on the lines of bank statements. */
export const lineOperations = {
  ...listOperation('StatementLines', {
    path: '/bank-statement-lines',
    of: 'the lines of a bank statement',
    access: 'fees:read',
    reads: linesAndDrafts,
    errors: scopeErrors,
    row: StatementLine,
    filters: LineFilters,
  }),
  listLineCandidates: readRecord('/bank-statement-lines/{id}/candidates', {
    summary: 'The drafts that may belong to a line: by number, by deposit slip, by amount and day.',
    access: 'fees:read',
    reads: linesAndDrafts,
    errors: [...scopeErrors, 'bank_statements.line_not_found'],
    answer: z.object({ finding: Finding, candidates: z.array(LineCandidate) }),
  }),
  settleStatementLine: changeRecord('/bank-statement-lines/{id}/settle', {
    summary: 'Says that a credit is the money of these drafts: they are realised on its value date.',
    access: 'demand_drafts:settle',
    errors: [
      ...lineErrors,
      'demand_drafts.not_found',
      'demand_drafts.not_deposited',
      'bank_statements.not_credit',
      'bank_statements.draft_has_line',
      'bank_statements.excess',
      'bank_statements.remark_wanted',
      'bank_statements.before_deposit',
      'bank_statements.not_yet',
    ],
    fields: { demandDraftIds: z.array(Id).min(1, t`Choose at least one draft.`).max(500), remark },
  }),
  returnDraftOfLine: changeRecord('/bank-statement-lines/{id}/return-draft', {
    summary:
      'Says that a debit takes the money of this draft back: the bank returned it, with all consequences.',
    access: 'demand_drafts:settle',
    errors: [
      ...lineErrors,
      'demand_drafts.not_found',
      'bank_statements.not_debit',
      'bank_statements.draft_has_line',
      'bank_statements.remark_wanted',
    ],
    fields: { demandDraftId: Id, reason: z.enum(bankReturnReasons), remark },
  }),
  setLineAside: changeRecord('/bank-statement-lines/{id}/set-aside', {
    summary: 'Sets a line aside that belongs to no draft, with the reason.',
    access: 'demand_drafts:settle',
    errors: [...lineErrors, 'bank_statements.remark_wanted'],
    fields: { reason: z.enum(setAsideReasons), remark },
  }),
  reopenLine: changeRecord('/bank-statement-lines/{id}/reopen', {
    summary: 'Takes back that a line was set aside: it is open again.',
    access: 'demand_drafts:settle',
    errors: [...scopeErrors, 'bank_statements.line_not_found', 'bank_statements.not_set_aside'],
  }),
};

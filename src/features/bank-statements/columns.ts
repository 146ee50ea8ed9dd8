import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { BankStatement } from './contract.ts';
import { findingSentence } from './findings.ts';
import { lineStateLabels, type StatementLine, setAsideReasonLabels } from './line-contract.ts';

export const bankStatementsLayout = {
  name: 'bank-statements',
  columns: {
    fileName: { header: t`Statement`, width: 220, card: 'title' },
    firstDay: { header: t`From`, kind: 'day', width: 110, card: 'line' },
    lastDay: { header: t`To`, kind: 'day', width: 110, card: 'line' },
    lineCount: { header: t`Lines`, kind: 'number', width: 80 },
    openCount: { header: t`Open`, kind: 'number', width: 80, card: 'line' },
    matchedCount: { header: t`Matched`, kind: 'number', width: 90 },
    setAsideCount: { header: t`Set aside`, kind: 'number', width: 90 },
    repeatedCount: { header: t`In earlier statements`, kind: 'number', width: 120 },
    creditPaise: {
      header: t`Credits`,
      kind: 'number',
      value: (row) => row.creditPaise / 100,
      width: 130,
      card: 'line',
    },
    openCreditPaise: {
      header: t`Open credits`,
      kind: 'number',
      value: (row) => row.openCreditPaise / 100,
      width: 130,
      card: 'line',
    },
    debitPaise: { header: t`Debits`, kind: 'number', value: (row) => row.debitPaise / 100, width: 120 },
    isProvenByBalance: {
      header: t`Proven`,
      value: (row) => (row.isProvenByBalance ? t`proven by its balance` : t`not proven by a balance`),
      width: 170,
    },
    uploadedBy: { header: t`Uploaded by`, width: 150 },
    uploadedAt: { header: t`Uploaded at`, kind: 'moment', width: 150 },
  },
} as const satisfies ListLayout<BankStatement>;

export const statementLinesLayout = {
  name: 'bank-statement-lines',
  columns: {
    rowNumber: { header: t`Row`, kind: 'number', width: 60 },
    valueDate: { header: t`Value Date`, kind: 'day', width: 110, card: 'line' },
    description: { header: t`Description`, width: 200, card: 'title' },
    reference: { header: t`Ref No./Cheque No.`, copied: true, width: 120, card: 'line' },
    debit: {
      header: t`Debit`,
      kind: 'number',
      value: (row) => rupeesOf(row, 'debit'),
      width: 90,
      card: 'line',
    },
    credit: {
      header: t`Credit`,
      kind: 'number',
      value: (row) => rupeesOf(row, 'credit'),
      width: 100,
      card: 'line',
    },
    state: { header: t`State`, value: (row) => lineStateLabels[row.state], width: 110, card: 'badge' },
    outcome: { header: t`What it is`, value: outcomeOf, width: 320, card: 'line' },
    remark: { header: t`Remark`, width: 180 },
    decidedBy: { header: t`Decided by`, value: deciderOf, width: 160 },
    decidedAt: { header: t`Decided at`, kind: 'moment', width: 150 },
  },
} as const satisfies ListLayout<StatementLine>;

/** With paise, which only interest and charges have. */
function rupeesOf(row: StatementLine, side: StatementLine['side']): number | null {
  return row.side === side ? row.amountPaise / 100 : null;
}

/** The drafts of a matched line, the reason of a line set aside, or the finding of an open one. */
function outcomeOf(row: StatementLine): string {
  if (row.finding) return findingSentence(row.finding);
  if (row.setAsideReason) return setAsideReasonLabels[row.setAsideReason];
  const drafts = row.settled.map(({ number, bank }) => `${number} ${bank}`).join(', ');
  return row.side === 'credit' ? t`Realised: ${drafts}` : t`Returned: ${drafts}`;
}

function deciderOf(row: StatementLine): string | null {
  return row.isAutomatic ? t`Automatic (${row.decidedBy ?? ''})` : row.decidedBy;
}

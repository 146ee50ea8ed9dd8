import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { BankStatement } from './contract.ts';
import { findingSentence } from './findings.ts';
import { lineStateLabels, type StatementLine, setAsideReasonLabels } from './line-contract.ts';

export const bankStatementsLayout = {
  name: 'bank-statements',
  columns: {
    fileName: { header: t`Statement`, card: 'title' },
    firstDay: { header: t`From`, kind: 'day', card: 'line' },
    lastDay: { header: t`To`, kind: 'day', card: 'line' },
    lineCount: { header: t`Lines`, kind: 'number' },
    openCount: { header: t`Open`, kind: 'number', card: 'line' },
    matchedCount: { header: t`Matched`, kind: 'number' },
    setAsideCount: { header: t`Set aside`, kind: 'number' },
    repeatedCount: { header: t`In earlier statements`, kind: 'number' },
    creditPaise: { header: t`Credits`, kind: 'number', value: (row) => row.creditPaise / 100, card: 'line' },
    openCreditPaise: {
      header: t`Open credits`,
      kind: 'number',
      value: (row) => row.openCreditPaise / 100,
      card: 'line',
    },
    debitPaise: { header: t`Debits`, kind: 'number', value: (row) => row.debitPaise / 100 },
    isProvenByBalance: {
      header: t`Proven`,
      value: (row) => (row.isProvenByBalance ? t`proven by its balance` : t`not proven by a balance`),
    },
    uploadedBy: { header: t`Uploaded by` },
    uploadedAt: { header: t`Uploaded at`, kind: 'moment' },
  },
} as const satisfies ListLayout<BankStatement>;

export const statementLinesLayout = {
  name: 'bank-statement-lines',
  columns: {
    rowNumber: { header: t`Row`, kind: 'number' },
    valueDate: { header: t`Value Date`, kind: 'day', card: 'line' },
    description: { header: t`Description`, card: 'title' },
    reference: { header: t`Ref No./Cheque No.`, copied: true, card: 'line' },
    debit: { header: t`Debit`, kind: 'number', value: (row) => rupeesOf(row, 'debit'), card: 'line' },
    credit: { header: t`Credit`, kind: 'number', value: (row) => rupeesOf(row, 'credit'), card: 'line' },
    state: { header: t`State`, value: (row) => lineStateLabels[row.state], card: 'badge' },
    outcome: { header: t`What it is`, value: outcomeOf, card: 'line' },
    remark: { header: t`Remark` },
    decidedBy: { header: t`Decided by`, value: deciderOf },
    decidedAt: { header: t`Decided at`, kind: 'moment' },
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

import { IconArrowBackUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api, client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column, RowAction } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { useViewAction } from '#platform/web/components/list/use-view-action.ts';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { statementLinesLayout } from '../columns.ts';
import type { BankStatement } from '../contract.ts';
import { type LineState, lineStateLabels, type StatementLine } from '../line-contract.ts';
import { lineCan } from '../rules.ts';
import { LineBadge } from './line-badge.tsx';
import { PaiseText } from './paise-text.tsx';

type Filters = { state: 'all' | LineState; side: 'all' | 'credit' | 'debit' };

const filters = {
  state: {
    label: t`State`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'open', label: lineStateLabels.open },
      { value: 'matched', label: lineStateLabels.matched },
      { value: 'set_aside', label: lineStateLabels.set_aside },
    ],
  },
  side: {
    label: t`Side`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'credit', label: t`Credits` },
      { value: 'debit', label: t`Debits` },
    ],
  },
} as const;

function listOf(statementId: string) {
  return listSource<StatementLine, never, Filters, { statementId: string }>({
    layout: statementLinesLayout,
    page: api.bankStatements.listStatementLines,
    count: api.bankStatements.countStatementLines,
    fixed: { statementId },
  });
}

const columns: Column<StatementLine, never>[] = columnsOf(statementLinesLayout, {
  rowNumber: { width: 60, card: 'hidden' },
  valueDate: { width: 110, card: 'line' },
  description: { width: 200, card: 'title' },
  reference: { width: 120, card: 'line' },
  debit: { width: 90, card: 'line', render: (row) => <Side row={row} side="debit" /> },
  credit: { width: 100, card: 'line', render: (row) => <Side row={row} side="credit" /> },
  state: { width: 110, card: 'badge', render: (row) => <LineBadge state={row.state} /> },
  outcome: { width: 320, card: 'line' },
  remark: { width: 180, card: 'hidden' },
  decidedBy: { width: 160, card: 'hidden' },
  decidedAt: { width: 150, card: 'hidden' },
});

function Side({ row, side }: { row: StatementLine; side: StatementLine['side'] }) {
  return <PaiseText paise={row.side === side ? row.amountPaise : 0} />;
}

/** Every line of the statement, the open ones first; one that was set aside can be opened again. */
export function StatementLines({ statement, mayDecide }: { statement: BankStatement; mayDecide: boolean }) {
  const view = useViewAction<StatementLine>();
  const reopen = useCommand(client.bankStatements.reopenLine);
  const list = useMemo(() => listOf(statement.id), [statement.id]);
  const { attempt } = reopen;
  const rowActions = useMemo<RowAction<StatementLine>[]>(
    () => [
      view,
      ...(mayDecide
        ? [
            {
              label: t`Open again`,
              icon: IconArrowBackUp,
              onClick: ({ id, version }: StatementLine) => void attempt({ id, version }),
              disabledReason: whyNotReopened,
            },
          ]
        : []),
    ],
    [view, mayDecide, attempt],
  );
  return (
    <ListSection
      title={t`All lines`}
      searchPlaceholder={t`Search by text or number...`}
      emptyMessage={t`No lines found`}
      columns={columns}
      filters={filters}
      list={list}
      rowLabel={(row) => row.description || row.reference || t`Row ${row.rowNumber}`}
      rowActions={rowActions}
      addressName="lines"
    >
      {reopen.error != null && <ErrorNotice error={reopen.error} />}
    </ListSection>
  );
}

function whyNotReopened(row: StatementLine): string | null {
  const ruling = lineCan.reopen(row);
  return ruling === true ? null : errorSentence(ruling as 'bank_statements.not_set_aside', undefined);
}

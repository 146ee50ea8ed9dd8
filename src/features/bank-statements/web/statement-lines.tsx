import { IconArrowBackUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api, client } from '#features/client.ts';
import { type Cells, listSource, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { badgeOf } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { statementLinesLayout } from '../columns.ts';
import type { BankStatement } from '../contract.ts';
import { type LineFilters, lineStateLabels, type StatementLine } from '../line-contract.ts';
import { lineCan } from '../rules.ts';
import { PaiseText } from './paise-text.tsx';

const filters = {
  state: { label: t`State`, options: optionsOf({ all: t`All`, ...lineStateLabels }) },
  side: { label: t`Side`, options: optionsOf({ all: t`All`, credit: t`Credits`, debit: t`Debits` }) },
};

const LineBadge = badgeOf(lineStateLabels, { open: 'waiting', matched: 'good', set_aside: 'neutral' });

function listOf(statementId: string) {
  type Filters = Pick<LineFilters, 'state' | 'side'>;
  return listSource<StatementLine, never, Filters, { statementId: string }>({
    layout: statementLinesLayout,
    page: api.bankStatements.listStatementLines,
    count: api.bankStatements.countStatementLines,
    fixed: { statementId },
  });
}

const cells: Cells<StatementLine> = {
  debit: (row) => <Side row={row} side="debit" />,
  credit: (row) => <Side row={row} side="credit" />,
  state: LineBadge,
};

function Side({ row, side }: { row: StatementLine; side: StatementLine['side'] }) {
  return <PaiseText paise={row.side === side ? row.amountPaise : 0} />;
}

/** All lines of the statement, open ones first; those set aside can be reopened. */
export function StatementLines({ statement, mayDecide }: { statement: BankStatement; mayDecide: boolean }) {
  const reopen = useCommand(client.bankStatements.reopenLine);
  const list = useMemo(() => listOf(statement.id), [statement.id]);
  const { attempt } = reopen;
  const rowActions = useMemo<RowAction<StatementLine>[]>(
    () => [
      viewAction,
      {
        label: t`Open again`,
        icon: IconArrowBackUp,
        isFor: () => mayDecide,
        onClick: ({ id, version }) => void attempt({ id, version }),
        disabledReason: (row) => whyNot(lineCan.reopen(row)),
      },
    ],
    [mayDecide, attempt],
  );
  return (
    <ListSection
      title={t`All lines`}
      searchPlaceholder={t`Search by text or number...`}
      emptyMessage={t`No lines found`}
      emptyHelp={t`Each line of the uploaded statement is listed here, with the draft that it settles.`}
      cells={cells}
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

import { IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import {
  type Cells,
  listSource,
  type RowAction,
  type ToolbarAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { optionsOf } from '#shared/labels.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { bankStatementsLayout } from '../columns.ts';
import type { BankStatement, StatementFilters } from '../contract.ts';
import { PaiseText } from './paise-text.tsx';
import { UploadStatementDialog } from './upload-statement-dialog.tsx';

const filters = {
  state: {
    label: t`Show`,
    options: optionsOf({ all: t`All`, open: t`With open lines`, done: t`Without open lines` }),
  },
};

const list = listSource<BankStatement, never, Pick<StatementFilters, 'state'>>({
  layout: bankStatementsLayout,
  page: api.bankStatements.listBankStatements,
  count: api.bankStatements.countBankStatements,
  addedBy: ['bank_statements.uploaded'],
});

const cells: Cells<BankStatement> = {
  creditPaise: (row) => <PaiseText paise={row.creditPaise} />,
  openCreditPaise: (row) => <PaiseText paise={row.openCreditPaise} />,
  debitPaise: (row) => <PaiseText paise={row.debitPaise} />,
};

/** /admin/bank-statements and /auditor/bank-statements (read-only): every statement, with its lines by state. */
export function BankStatementsPage() {
  const navigate = useNavigate();
  const isAuditor = deskOf(usePathname()) === 'auditor';
  // Auditors stay in their own section.
  const pathOf = isAuditor ? paths.auditor.bankStatement : paths.admin.bankStatement;
  const rowActions = useMemo<RowAction<BankStatement>[]>(
    () => [{ label: t`Open statement`, icon: 'view', to: (row) => pathOf(row.id) }],
    [pathOf],
  );
  const upload: ToolbarAction = {
    label: t`Upload statement`,
    icon: IconUpload,
    isPrimary: true,
    dialog: (onClose) => (
      <UploadStatementDialog onClose={onClose} onUploaded={(id) => void navigate({ href: pathOf(id) })} />
    ),
  };
  return (
    <ListScreen
      title={t`Bank statements`}
      description={t`Credits settle the drafts whose number and amount they have. What does not settle by itself waits for a decision.`}
      searchPlaceholder={t`Search by file or person...`}
      emptyMessage={t`No bank statements found`}
      emptyHelp={t`Upload the statement of the bank to find which demand drafts were paid in.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => row.fileName}
      rowActions={rowActions}
      toolbarActions={useMay('demand_drafts:settle') ? [upload] : undefined}
    />
  );
}

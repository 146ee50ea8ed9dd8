import { ScrollArea, Stack, Text } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '#platform/web/api/problem.ts';
import { refreshAfterCommand } from '#platform/web/api/reads.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { SheetField } from '#platform/web/components/sheet-field.tsx';
import type { ErrorData } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type StatementColumns, statementFiles } from '../contract.ts';
import { StatementColumnChoice, type UnknownLayout } from './statement-column-choice.tsx';

type Faulty = ErrorData<'bank_statements.faulty'> & {
  /** Set if the field does not show it. */
  sentence?: string;
};
type Outcome =
  | { step: 'choose' }
  | ({ step: 'faulty' } & Faulty)
  | { step: 'columns'; layout: UnknownLayout };

/** Uploads a bank's file; shows which cells cannot be read, or asks what the columns hold. */
export function UploadStatementDialog(props: { onClose: () => void; onTaken: (id: string) => void }) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({ step: 'choose' });
  // The answer about the columns also applies to the corrected file.
  const [said, setSaid] = useState<{ headers: string; columns: StatementColumns } | null>(null);

  function taken(id: string): void {
    refreshAfterCommand(queryClient, new Set(['bank_statements', 'demand_drafts']));
    props.onTaken(id);
  }

  function refused(error: unknown, file: File): void {
    if (!(error instanceof ORPCError)) return;
    if (hasCode(error, 'bank_statements.faulty')) {
      setOutcome({ step: 'faulty', ...(error.data as Faulty) });
    } else if (hasCode(error, 'bank_statements.columns_unknown')) {
      const layout = { file, ...(error.data as Omit<UnknownLayout, 'file'>) };
      const isSaid = said?.headers === layout.headers.join('\n');
      setOutcome({ step: 'columns', layout: isSaid ? { ...layout, columns: said.columns } : layout });
    } else {
      setOutcome({ step: 'choose' });
    }
  }

  /** Faults replace the question; other errors are shown beside it. */
  function refusedWithColumns(error: unknown, { headers }: UnknownLayout, columns: StatementColumns): void {
    setSaid({ headers: headers.join('\n'), columns });
    if (!hasCode(error, 'bank_statements.faulty')) return;
    const { message, data } = error as ORPCError<string, Faulty>;
    setOutcome({ step: 'faulty', ...data, sentence: message });
  }

  return (
    <Dialog onClose={props.onClose} title={t`Upload statement`} size="xl">
      <Stack gap="md">
        <Text size="sm">
          {t`Download the statement of the fee account from the bank's site as CSV or XLSX, and leave it as it is: lines above the table and sums at its foot do not matter. Days that an earlier statement had are not taken twice.`}
        </Text>
        <SheetField
          // Resets the field's error once the columns have been named.
          key={outcome.step === 'faulty' && outcome.sentence ? 'named' : 'asked'}
          label={t`Choose file`}
          upload={statementFiles.upload}
          hint={t`Drop it here or choose it: CSV in UTF-8 or XLSX, at most 5 MiB.`}
          onTaken={({ id }) => taken(id)}
          onRefused={refused}
        />
        {outcome.step === 'faulty' && <Faults {...outcome} />}
        {outcome.step === 'columns' && (
          <StatementColumnChoice
            key={outcome.layout.file.lastModified}
            layout={outcome.layout}
            onTaken={taken}
            onRefused={(error, columns) => refusedWithColumns(error, outcome.layout, columns)}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function Faults({ count, faults, sentence }: Faulty) {
  return (
    <Stack gap="xs">
      {sentence && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {sentence}
        </Text>
      )}
      <ScrollArea.Autosize
        mah="22rem"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Faults by row` }}
      >
        <PlainTable
          stickyHeader
          fz="sm"
          rows={faults}
          rowId={({ rowNumber, column }) => `${rowNumber} ${column}`}
          columns={{
            rowNumber: { header: t`Row` },
            column: { header: t`Column` },
            found: { header: t`Found`, render: ({ found }) => found || <i>{t`nothing`}</i> },
            wanted: { header: t`Wanted` },
          }}
        />
      </ScrollArea.Autosize>
      {count > faults.length && (
        <Text size="sm" c="dimmed">
          {t`${formatCount(faults.length)} of ${formatCount(count)} faults shown`}
        </Text>
      )}
    </Stack>
  );
}

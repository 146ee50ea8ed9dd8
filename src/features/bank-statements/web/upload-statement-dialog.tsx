import { ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { hasCode } from '#platform/web/api/problem.ts';
import { refreshAfterCommand } from '#platform/web/api/reads.ts';
import { sendFile } from '#platform/web/api/upload.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { SpreadsheetField } from '#platform/web/components/spreadsheet-field.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { type ErrorData, errorSentence } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type StatementColumns, statementFieldLabels, statementFields, statementFiles } from '../contract.ts';
import { missingFields } from '../rules.ts';

type FaultyStatement = ErrorData<'bank_statements.faulty'> & {
  /** Set if the field does not show it. */
  sentence?: string;
};
type Outcome =
  | { step: 'choose' }
  | ({ step: 'faulty' } & FaultyStatement)
  | { step: 'columns'; layout: UnknownLayout };

/** Uploads a bank's file; shows which cells cannot be read, or asks what the columns hold. */
export function UploadStatementDialog(props: { onClose: () => void; onUploaded: (id: string) => void }) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({ step: 'choose' });
  // The answer about the columns also applies to the corrected file.
  const [chosenColumns, setChosenColumns] = useState<{ headers: string; columns: StatementColumns } | null>(
    null,
  );

  function onReceived(id: string): void {
    refreshAfterCommand(queryClient, new Set(['bank_statements', 'demand_drafts']));
    props.onUploaded(id);
  }

  function refused(error: unknown, file: File): void {
    if (!(error instanceof ORPCError)) return;
    if (hasCode(error, 'bank_statements.faulty')) {
      setOutcome({ step: 'faulty', ...(error.data as FaultyStatement) });
    } else if (hasCode(error, 'bank_statements.columns_unknown')) {
      const layout = { file, ...(error.data as Omit<UnknownLayout, 'file'>) };
      const isSameLayout = chosenColumns?.headers === layout.headers.join('\n');
      setOutcome({
        step: 'columns',
        layout: isSameLayout ? { ...layout, columns: chosenColumns.columns } : layout,
      });
    } else {
      setOutcome({ step: 'choose' });
    }
  }

  /** Faults replace the question; other errors are shown beside it. */
  function refusedWithColumns(error: unknown, { headers }: UnknownLayout, columns: StatementColumns): void {
    setChosenColumns({ headers: headers.join('\n'), columns });
    if (!hasCode(error, 'bank_statements.faulty')) return;
    const { message, data } = error as ORPCError<string, FaultyStatement>;
    setOutcome({ step: 'faulty', ...data, sentence: message });
  }

  return (
    <Dialog onClose={props.onClose} title={t`Upload statement`} size="xl">
      <Stack gap="md">
        <Text size="sm">
          {t`Download the statement of the fee account from the bank's site as CSV or XLSX, and leave it as it is: lines above the table and sums at its foot do not matter. Days that an earlier statement had are not taken twice.`}
        </Text>
        <SpreadsheetField
          // Resets the field's error once the columns have been named.
          key={outcome.step === 'faulty' && outcome.sentence ? 'named' : 'asked'}
          label={t`Choose file`}
          upload={statementFiles.upload}
          hint={t`Drop it here or choose it: CSV in UTF-8 or XLSX, at most 5 MiB.`}
          onUploaded={({ id }) => onReceived(id)}
          onRefused={refused}
        />
        {outcome.step === 'faulty' && <Faults {...outcome} />}
        {outcome.step === 'columns' && (
          <StatementColumnChoice
            key={outcome.layout.file.lastModified}
            layout={outcome.layout}
            onUploaded={onReceived}
            onRefused={(error, columns) => refusedWithColumns(error, outcome.layout, columns)}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function Faults({ count, faults, sentence }: FaultyStatement) {
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

/** A file whose columns are not recognised. */
type UnknownLayout = {
  file: File;
  headerRow: number;
  headers: string[];
  samples: string[][];
  columns: StatementColumns;
};

const notThere = 'none';

/** Asks which field each column of an unknown layout holds, and sends the file again with the answer. */
function StatementColumnChoice(props: {
  layout: UnknownLayout;
  onUploaded: (id: string) => void;
  onRefused: (error: unknown, columns: StatementColumns) => void;
}) {
  const { file, headerRow, headers, samples } = props.layout;
  const [columns, setColumns] = useState(props.layout.columns);
  const [error, setError] = useState<unknown>(null);
  const [missing] = missingFields(columns);

  async function send(): Promise<void> {
    const asked = { name: file.name, headerRow: String(headerRow), columns: JSON.stringify(columns) };
    try {
      const { id } = await sendFile<{ id: string }>(addressOf(statementFiles.upload, asked), file, {});
      props.onUploaded(id);
    } catch (failure) {
      setError(failure);
      props.onRefused(failure, columns);
    }
  }

  const choices = headers.map((header, place) => ({
    value: String(place),
    label: header || t`Column ${place + 1}`,
  }));
  return (
    <Stack gap="md">
      <Text size="sm">{t`The columns are named in row ${headerRow}. The answer is remembered for this layout.`}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {statementFields.map((field) => {
          const place = columns[field];
          const values = place === null ? [] : (samples[place] ?? []).filter((value) => value !== '');
          return (
            <ChoiceInput
              key={field}
              label={statementFieldLabels[field]}
              data={[{ value: notThere, label: t`Not in the file` }, ...choices]}
              value={place === null ? notThere : String(place)}
              description={values.length > 0 ? t`Holds ${values.join(' · ')}` : undefined}
              onChange={(value) =>
                setColumns((chosen) => ({
                  ...chosen,
                  [field]: value === '' || value === notThere ? null : Number(value),
                }))
              }
            />
          );
        })}
      </SimpleGrid>
      {error != null && <ErrorNotice error={error} />}
      <ActionButton
        reason={
          missing ? errorSentence('imports.column_missing', { header: statementFieldLabels[missing] }) : null
        }
        onClick={send}
        style={{ alignSelf: 'start' }}
      >
        {t`Read the statement`}
      </ActionButton>
    </Stack>
  );
}

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
  | { step: 'sheet'; file: File; sheets: string[] }
  | { step: 'columns'; layout: UnknownLayout };

/** What banks name their downloads; the bytes decide in the end. */
const accept = '.csv,.xlsx,.xls,.txt,.htm,.html,.sta,.940,.mt940,.xml,text/csv';

/** Uploads a bank's file; shows what cannot be read, or asks which sheet it is or what its columns hold. */
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

  function refused(error: unknown, file: File, sheet?: string): void {
    if (!(error instanceof ORPCError)) return;
    if (hasCode(error, 'bank_statements.faulty')) {
      const sentence = sheet === undefined ? {} : { sentence: error.message };
      setOutcome({ step: 'faulty', ...(error.data as FaultyStatement), ...sentence });
    } else if (hasCode(error, 'sheets.several')) {
      setOutcome({ step: 'sheet', file, sheets: (error.data as ErrorData<'sheets.several'>).sheets });
    } else if (hasCode(error, 'bank_statements.columns_unknown')) {
      const layout = { file, ...(sheet && { sheet }), ...(error.data as Omit<UnknownLayout, 'file'>) };
      const isSameLayout = chosenColumns?.headers === layout.headers.join('\n');
      setOutcome({
        step: 'columns',
        layout: isSameLayout ? { ...layout, columns: chosenColumns.columns } : layout,
      });
    } else if (sheet === undefined) {
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
          {t`Download the statement of the fee account from the bank's site as CSV, XLSX, XLS, MT940 or camt.053, with the balance after each entry, and leave it as it is: lines above the table and sums at its foot do not matter. Days that an earlier statement had are not taken twice.`}
        </Text>
        <SpreadsheetField
          // Resets the field's error once the columns have been named.
          key={outcome.step === 'faulty' && outcome.sentence ? 'named' : 'asked'}
          label={t`Choose file`}
          upload={statementFiles.upload}
          hint={t`Drop it here or choose it: at most 5 MiB.`}
          accept={accept}
          onUploaded={({ id }) => onReceived(id)}
          onRefused={refused}
        />
        {outcome.step === 'faulty' && <Faults {...outcome} />}
        {outcome.step === 'sheet' && (
          <SheetChoice
            key={outcome.file.lastModified}
            {...outcome}
            onUploaded={onReceived}
            onRefused={(error, sheet) => refused(error, outcome.file, sheet)}
          />
        )}
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

/** Asks which of several sheets is the statement, and sends the file again with the answer. */
function SheetChoice(props: {
  file: File;
  sheets: string[];
  onUploaded: (id: string) => void;
  onRefused: (error: unknown, sheet: string) => void;
}) {
  const { file, sheets } = props;
  const [sheet, setSheet] = useState('');
  const [error, setError] = useState<unknown>(null);

  async function send(): Promise<void> {
    try {
      props.onUploaded(await sendStatement(file, { sheet }));
    } catch (failure) {
      setError(failure);
      props.onRefused(failure, sheet);
    }
  }

  return (
    <Stack gap="md">
      <ChoiceInput
        label={t`Sheet of the workbook`}
        data={sheets.map((name) => ({ value: name, label: name }))}
        value={sheet}
        onChange={setSheet}
      />
      {error != null && <ErrorNotice error={error} />}
      <ActionButton
        reason={sheet === '' ? t`Choose the sheet to read.` : null}
        onClick={send}
        style={{ alignSelf: 'start' }}
      >
        {t`Read the statement`}
      </ActionButton>
    </Stack>
  );
}

async function sendStatement(file: File, answers: Record<string, string>): Promise<string> {
  const address = addressOf(statementFiles.upload, { name: file.name, ...answers });
  return (await sendFile<{ id: string }>(address, file, {})).id;
}

/** A file whose columns are not recognised. */
type UnknownLayout = {
  file: File;
  sheet?: string;
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
  const { file, sheet, headerRow, headers, samples } = props.layout;
  const [columns, setColumns] = useState(props.layout.columns);
  const [error, setError] = useState<unknown>(null);
  const [missing] = missingFields(columns);

  async function send(): Promise<void> {
    const answers = {
      headerRow: String(headerRow),
      columns: JSON.stringify(columns),
      ...(sheet && { sheet }),
    };
    try {
      props.onUploaded(await sendStatement(file, answers));
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

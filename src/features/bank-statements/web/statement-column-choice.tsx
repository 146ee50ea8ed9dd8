import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { sendFile } from '#platform/web/api/upload.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { type StatementColumns, statementFieldLabels, statementFields, statementFiles } from '../contract.ts';
import { missingFields } from '../rules.ts';

/** A file whose columns are not recognised. */
export type UnknownLayout = {
  file: File;
  headerRow: number;
  headers: string[];
  samples: string[][];
  columns: StatementColumns;
};

const notThere = 'none';

/** Asks which field each column of an unknown layout holds, and sends the file again with the answer. */
export function StatementColumnChoice(props: {
  layout: UnknownLayout;
  onTaken: (id: string) => void;
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
      props.onTaken(id);
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

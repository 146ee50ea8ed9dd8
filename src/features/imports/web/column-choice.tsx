import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { type ColumnMapping, type ExpectedColumn, expectedColumns, type ImportDetail } from '../contract.ts';
import { fieldsToMap, isFaultHeader } from '../rules.ts';

const notThere = 'none';

/** Asks which column holds each field that the headers do not identify; the others are shown on request. */
export function ColumnChoice({ upload, onChosen }: { upload: ImportDetail; onChosen?: () => void }) {
  const { kind, headers } = upload;
  const map = useCommand(client.imports.mapImport, { onSuccess: onChosen });
  const [columns, setColumns] = useState<ColumnMapping>(upload.columns);
  const unclear = fieldsToMap(kind, headers, upload.columns);
  const [showsAll, setShowsAll] = useState(unclear.length === 0);
  const asked = showsAll ? expectedColumns[kind] : unclear;
  const known = expectedColumns[kind].filter(
    (column) => !asked.includes(column) && upload.columns[column.field] != null,
  );

  return (
    <Stack gap="md">
      {known.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t`Known by their headers:`} {known.map(({ header }) => header).join(', ')}.
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
            {t`Show all columns`}
          </Button>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {asked.map((column) => (
          <ColumnSelect
            key={column.field}
            column={column}
            upload={upload}
            place={columns[column.field] ?? null}
            onChange={(place) => setColumns((chosen) => ({ ...chosen, [column.field]: place }))}
          />
        ))}
      </SimpleGrid>
      {map.error != null && <ErrorNotice error={map.error} />}
      <Group>
        <ActionButton
          reason={reasonOf(upload, columns)}
          onClick={() => map.attempt({ id: upload.id, columns })}
        >
          {t`Check the rows`}
        </ActionButton>
      </Group>
    </Stack>
  );
}

function ColumnSelect(props: {
  column: ExpectedColumn;
  upload: ImportDetail;
  place: number | null;
  onChange: (place: number | null) => void;
}) {
  const { column, upload, place } = props;
  const choices = upload.headers.flatMap((header, index) =>
    isFaultHeader(header) ? [] : [{ value: String(index), label: header || t`Column ${index + 1}` }],
  );
  const values = place === null ? [] : (upload.samples[place] ?? []).filter((value) => value !== '');
  return (
    <ChoiceInput
      label={column.header}
      withAsterisk={column.isRequired}
      placeholder={t`Choose the column`}
      data={column.isRequired ? choices : [{ value: notThere, label: t`Not in the file` }, ...choices]}
      value={place === null ? (column.isRequired ? null : notThere) : String(place)}
      description={values.length > 0 ? t`Holds ${values.join(' · ')}` : t`For example ${column.example}`}
      onChange={(value) => props.onChange(value === '' || value === notThere ? null : Number(value))}
    />
  );
}

function reasonOf({ kind, headers }: ImportDetail, columns: ColumnMapping): string | null {
  const missing = expectedColumns[kind].find(
    ({ field, isRequired }) => isRequired && columns[field] === null,
  );
  if (missing) return errorSentence('imports.column_missing', { header: missing.header });
  const chosen = Object.values(columns).filter((place) => place !== null);
  const twice = chosen.find((place, index) => chosen.indexOf(place) !== index);
  return twice === undefined ? null : t`The column '${headers[twice]!}' is chosen twice.`;
}

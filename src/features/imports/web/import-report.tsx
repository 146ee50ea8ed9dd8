import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { failureSentence } from '#platform/web/api/error-messages.ts';
import { refreshAfterCommand } from '#platform/web/api/reads.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type ImportDetail, importFiles } from '../contract.ts';
import { importCan, unmappedHeaders } from '../rules.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FaultTable } from './fault-table.tsx';
import classes from './import-report.module.css';
import { kindWords } from './import-words.ts';
import { SpreadsheetRoundTrip } from './spreadsheet-round-trip.tsx';
import { Warnings } from './warnings.tsx';

/** What committing would do, faults and warnings, and the two next steps: correct the rows, or commit everything. */
export function ImportReport({ upload }: { upload: ImportDetail }) {
  const commit = useCommand(client.imports.commitImport);
  const cancel = useCommand(client.imports.cancelImport);
  const [isChoosing, setIsChoosing] = useState(false);
  const { staffId } = useSession();
  const { master } = kindWords[upload.kind];
  const faulty = upload.faultyCount ?? 0;
  const ruling = importCan.commit(upload, staffId);
  const unread = unmappedHeaders(upload.headers, upload.columns)
    .map((place) => upload.headers[place]!)
    .join(', ');
  return (
    <Stack gap="md">
      {upload.failure && (
        <Alert color="orange" role="alert">
          {failureSentence(upload.failure)}
        </Alert>
      )}
      <Counts upload={upload} />
      <Text size="sm" role="status">
        {faulty > 0
          ? t`Nothing is saved to the ${master} until every row is correct. The correct rows wait here until the faulty ones are corrected; then all are saved together.`
          : upload.warningCount > 0
            ? t`Nothing is saved to the ${master} until every warning is accepted, or its row corrected.`
            : ruling !== 'imports.nothing_new'
              ? t`Every row is correct. Either all of them are saved to the ${master}, or none.`
              : t`Every row is in the ${master} already, exactly as the file has it. There is nothing to save.`}
      </Text>
      {unread && <Text size="sm">{t`These columns of the file are not read: ${unread}.`}</Text>}
      {importCan.correct(upload) === true && <FaultyRows upload={upload} />}
      {commit.error != null && <ErrorNotice error={commit.error} />}
      {cancel.error != null && <ErrorNotice error={cancel.error} />}
      <Group>
        <ActionButton reason={whyNot(ruling)} onClick={() => commit.attempt({ id: upload.id })}>
          {commitLabel(upload)}
        </ActionButton>
        <ActionButton variant="default" reason={null} onClick={() => cancel.attempt({ id: upload.id })}>
          {t`Cancel this upload`}
        </ActionButton>
        {!isChoosing && (
          <Button variant="subtle" onClick={() => setIsChoosing(true)}>
            {t`Change the columns`}
          </Button>
        )}
      </Group>
      {isChoosing && (
        <Box component="section" className="panel" p="md" aria-label={t`Columns`}>
          <ColumnChoice upload={upload} onChosen={() => setIsChoosing(false)} />
        </Box>
      )}
      {faulty > 0 && <FaultTable upload={upload} level="error" label={t`Faults by row`} />}
      {upload.faultKinds.some(({ level }) => level === 'warning') && <Warnings upload={upload} />}
    </Stack>
  );
}

/** How many rows would be added, changed and so on; for a committed upload, how many were. */
export function Counts({ upload }: { upload: ImportDetail }) {
  const isDone = upload.state === 'committed';
  const { total } = kindWords[upload.kind];
  const figures = [
    { label: isDone ? t`added` : t`new`, value: upload.newCount ?? 0 },
    ...(total && upload.newTotal !== null ? [{ label: total, value: upload.newTotal }] : []),
    { label: t`changed`, value: upload.changedCount ?? 0 },
    { label: t`unchanged`, value: upload.unchangedCount ?? 0 },
    ...(isDone ? [] : [{ label: t`faulty`, value: upload.faultyCount ?? 0 }]),
    ...(upload.warningCount > 0 ? [{ label: t`warnings`, value: upload.warningCount }] : []),
  ];
  return (
    <dl className={classes.counts}>
      {figures.map(({ label, value }) => (
        <div key={label} data-bad={(label === 'faulty' && value > 0) || undefined}>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Download of the faulty rows, and upload of the corrected file. */
function FaultyRows({ upload }: { upload: ImportDetail }) {
  const queryClient = useQueryClient();
  return (
    <Section
      title={
        upload.faultyCount
          ? t`Correct the faulty rows first`
          : t`Correct the doubtful rows, or accept them below`
      }
      order={3}
      size="h4"
      className="panel"
      gap="sm"
      p="md"
    >
      <Text size="sm">
        {t`Download them, correct them in a spreadsheet program and upload that file here: its rows take the place of the faulty ones. Keep the last column, it says which row is which. To leave a row out, empty its other cells.`}
      </Text>
      <SpreadsheetRoundTrip
        download={(format) => addressOf(importFiles.faultyRows, { id: upload.id, format })}
        downloadLabel={(format) => t`Faulty rows as ${format.toUpperCase()}`}
        label={t`Upload the corrected rows`}
        upload={importFiles.uploadCorrectedRows}
        input={{ id: upload.id }}
        hint={t`CSV or XLSX, in the columns of the downloaded file.`}
        onUploaded={() => refreshAfterCommand(queryClient, new Set(['imports']))}
      />
    </Section>
  );
}

function commitLabel({ newCount, changedCount }: ImportDetail): string {
  const added = formatCount(newCount ?? 0);
  const changed = formatCount(changedCount ?? 0);
  if (newCount && changedCount) return t`Add ${added}, change ${changed}`;
  if (newCount) return t`Add ${added}`;
  return changedCount ? t`Change ${changed}` : t`Write`;
}

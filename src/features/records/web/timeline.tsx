import { Box, Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { labelIn } from '#features/audit/columns.ts';
import { copyLabel } from '#features/certificates/copy-contract.ts';
import { Section } from '#platform/web/components/page.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { auditDeskLabels, auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import { formatRupees } from '#shared/format.ts';
import { type RecordRef, recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { EventDetails, TimelineEntry } from '../contract.ts';
import classes from './record-page.module.css';

/** All events of a record, newest last: who, when and from which desk. */
export function Timeline({ entries, recordId }: { entries: readonly TimelineEntry[]; recordId: string }) {
  return (
    <Section title={t`Timeline`} gap={0}>
      {entries.length === 0 ? (
        <Text size="sm">{t`Nothing is recorded.`}</Text>
      ) : (
        <Box component="ol" className="plain-list" mt="xs">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
            <Entry key={index} entry={entry} isOwn={entry.recordId === recordId} />
          ))}
        </Box>
      )}
    </Section>
  );
}

function Entry({ entry, isOwn }: { entry: TimelineEntry; isOwn: boolean }) {
  const { sequence, actorId } = entry;
  const facts = factsOf(entry.details, entry);
  return (
    <li className={classes.entry}>
      <Box fw={600}>{labelIn(auditEventLabels, entry.event)}</Box>
      {(!isOwn || facts.length > 0) && (
        <Group gap="0 var(--mantine-spacing-sm)">
          {!isOwn && (
            <span>
              {labelIn(auditRecordLabels, entry.recordType)}{' '}
              <RecordLink record={recordOfEvent(entry)}>{entry.recordLabel}</RecordLink>
            </span>
          )}
          {facts.map(({ key, words, record }) => (
            <span key={key}>
              <RecordLink record={record}>{words}</RecordLink>
            </span>
          ))}
        </Group>
      )}
      <Box c="dimmed" fz="sm">
        <Moment value={entry.at} />
        <Fragment> · </Fragment>
        <RecordLink record={actorId === null ? null : { kind: 'person', id: actorId }}>
          {entry.actorName}
        </RecordLink>
        <Fragment> · </Fragment>
        {labelIn(auditDeskLabels, entry.desk)}
        {sequence !== null && (
          <>
            {' · '}
            <RecordLink record={{ kind: 'event', id: String(sequence) }}>{t`Event ${sequence}`}</RecordLink>
          </>
        )}
      </Box>
    </li>
  );
}

type Fact = { key: string; words: string; record?: RecordRef };

/** The facts shown with an event. */
function factsOf(details: EventDetails, { isMailed }: { isMailed: boolean }): Fact[] {
  const { convocationNumber, blank, copy, printRun, bundle, batch, depositSlip, application, amount } =
    details;
  const facts: (Fact | false)[] = [
    convocationNumber !== undefined && {
      key: 'number',
      words: t`Convocation number ${convocationNumber}`,
      record: { kind: 'certificate', id: convocationNumber },
    },
    blank !== undefined && {
      key: 'blank',
      words: t`Sheet ${blank}`,
      record: { kind: 'sheet', id: blank },
    },
    copy !== undefined && { key: 'copy', words: copyLabel(copy) },
    printRun !== undefined && {
      key: 'run',
      words: t`Print run ${printRun}`,
      record: { kind: 'run', id: printRun },
    },
    bundle !== undefined && { key: 'bundle', words: t`Bundle ${bundle}` },
    batch !== undefined && { key: 'batch', words: t`Signing batch ${batch}` },
    depositSlip !== undefined && { key: 'slip', words: t`Deposit slip ${depositSlip}` },
    application !== undefined && { key: 'application', words: t`Application of ${application}` },
    amount !== undefined && { key: 'amount', words: formatRupees(amount) },
    isMailed && { key: 'mail', words: t`The college was notified by mail.` },
  ];
  return facts.filter((fact) => fact !== false);
}

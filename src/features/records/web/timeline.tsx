import { Box, Group, Text, Title } from '@mantine/core';
import { Fragment, useId } from 'react';
import { labelIn } from '#features/audit/columns.ts';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { auditDeskLabels, auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { TimelineEntry } from '../contract.ts';
import classes from './record-page.module.css';
import { factsOf } from './record-words.ts';

/** All events of a record, newest last: who, when and from which desk. */
export function Timeline({ entries, recordId }: { entries: readonly TimelineEntry[]; recordId: string }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t`Timeline`}
      </Title>
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
    </section>
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

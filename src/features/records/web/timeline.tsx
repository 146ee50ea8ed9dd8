import { Box, Group, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { labelIn } from '#features/audit/columns.ts';
import { copyLabel } from '#features/certificates/copy-contract.ts';
import { Section } from '#platform/web/components/page.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { auditDeskLabels, auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import { registered } from '#shared/feature.ts';
import { formatRupees } from '#shared/format.ts';
import { type RecordKind, type RecordRef, recordOfEvent, recordRef } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { TimelineEntry } from '../contract.ts';
import { type EventFactName, eventFactNames } from '../event-facts.ts';
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
  const { sequence, actorId, actorName } = entry;
  const sentence = sentenceOf(entry);
  const numbers = numbersOf(entry, isOwn);
  const besides = numbers.filter(({ number }) => !sentence.includes(number));
  const person = { number: actorName, words: actorName, record: recordRef('person', actorId) };
  return (
    <li className={classes.entry}>
      <Box fw={600}>
        <Linked text={sentence} numbers={[...numbers, person]} />
      </Box>
      {(besides.length > 0 || entry.isMailed) && (
        <Group gap="0 var(--mantine-spacing-sm)">
          {besides.map(({ words, record }) => (
            <span key={words}>
              <RecordLink record={record}>{words}</RecordLink>
            </span>
          ))}
          {entry.isMailed && <span>{t`The college was notified by mail.`}</span>}
        </Group>
      )}
      <Box c="dimmed" fz="sm">
        <Moment value={entry.at} />
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

/** What happened, as a colleague would say it. */
function sentenceOf({ event, actorName: by, desk, recordLabel: record, details }: TimelineEntry): string {
  const sentence = registered.sentences[event];
  if (!sentence) {
    const words = translateLabel(labelIn(auditEventLabels, event));
    return desk === 'portal' ? words : t`${words} by ${by}`;
  }
  const { amount } = details;
  const said = eventFactNames.map((name) => [name, String(details[name] ?? '')]);
  return sentence({
    ...(Object.fromEntries(said) as Record<EventFactName, string>),
    by,
    record,
    amount: amount === undefined ? '' : formatRupees(Number(amount)),
  });
}

type NumberedRecord = { number: string; words: string; record: RecordRef | null };

/** A sentence in which the numbers of records are links. */
function Linked({ text, numbers }: { text: string; numbers: readonly NumberedRecord[] }): ReactNode {
  const [found, ...others] = numbers.filter(({ number, record }) => record && text.includes(number));
  if (!found) return text;
  const start = text.indexOf(found.number);
  return (
    <>
      <Linked text={text.slice(0, start)} numbers={others} />
      <RecordLink record={found.record}>{found.number}</RecordLink>
      <Linked text={text.slice(start + found.number.length)} numbers={others} />
    </>
  );
}

/** The numbers in an event, with the words for those that its sentence does not name. */
function numbersOf({ details, ...event }: TimelineEntry, isOwn: boolean): NumberedRecord[] {
  const { convocationNumber, blank, copy, printRun, bundle, batch, depositSlip } = details;
  const kind = translateLabel(labelIn(auditRecordLabels, event.recordType));
  const numbers: [number: unknown, words: (number: string) => string, kind?: RecordKind][] = [
    [convocationNumber, (convocationNumber) => t`Convocation number ${convocationNumber}`, 'certificate'],
    [blank, (blank) => t`Sheet ${blank}`, 'sheet'],
    [copy === undefined ? undefined : copyLabel(Number(copy)), (number) => number],
    [printRun, (printRun) => t`Print run ${printRun}`, 'run'],
    [bundle, (bundle) => t`Bundle ${bundle}`],
    [batch, (batch) => t`Signing batch ${batch}`],
    [depositSlip, (depositSlip) => t`Deposit slip ${depositSlip}`],
    [details.application, (application) => t`Application of ${application}`],
    [details.serials, (number) => t`Sheets ${number}`],
    [details.amount && formatRupees(Number(details.amount)), (number) => number],
  ];
  const named = numbers.flatMap(([value, words, of]) => {
    if (value === undefined || value === '') return [];
    const number = String(value);
    return [{ number, words: words(number), record: of ? { kind: of, id: number } : null }];
  });
  if (isOwn) return named;
  const label = event.recordLabel;
  return [...named, { number: label, words: `${kind} ${label}`, record: recordOfEvent(event) }];
}

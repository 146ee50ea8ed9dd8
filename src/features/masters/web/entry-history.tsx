import { Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { eventInWords } from '#features/audit/columns.ts';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { HistoryEvent } from '../contract.ts';
import { masters } from '../declared/masters.ts';
import type { MasterName } from '../declared/named-masters.ts';
import { Differences } from './differences.tsx';
import classes from './entry-history.module.css';

/** Who changed an entry, when, and from what to what. */
export function EntryHistory({ name, id }: { name: MasterName; id: string }) {
  const history = useQuery(api[name].getHistory.queryOptions({ input: { id } }));
  const heading = useId();
  if (history.error) return <ErrorNotice error={history.error} />;
  if (!history.data) return <Loader size="sm" aria-label={t`Loading`} />;
  return (
    <Stack component="section" gap="xs" aria-labelledby={heading}>
      <Title order={3} size="h5" id={heading}>
        {t`History`}
      </Title>
      <Events name={name} events={history.data.events} />
    </Stack>
  );
}

function Events({ name, events }: { name: MasterName; events: readonly HistoryEvent[] }) {
  if (events.length === 0) return <Text size="sm" c="dimmed">{t`Nothing is recorded.`}</Text>;
  return (
    <ol className={`plain-list ${classes.events}`}>
      {events.map((event) => (
        <li key={event.sequence}>
          <Text size="sm">
            <Moment value={event.at} />
            {` · ${event.actorName} · ${eventInWords(event)}`}
          </Text>
          <Differences fields={masters[name].fields} {...event} />
        </li>
      ))}
    </ol>
  );
}

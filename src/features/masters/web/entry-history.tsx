import { Loader, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { eventInWords } from '#features/audit/columns.ts';
import { api } from '#features/client.ts';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { type MasterName, masters } from '#shared/masters/masters.ts';
import { t } from '#shared/words.ts';
import type { HistoryEvent } from '../contract.ts';
import { Differences } from './differences.tsx';

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
    <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': t`History` }}>
      <PlainTable
        verticalSpacing={4}
        rows={events}
        rowId={({ sequence }) => String(sequence)}
        columns={{
          at: { header: t`When`, kind: 'moment', width: '9rem' },
          actorName: { header: t`Who`, width: '9rem' },
          event: { header: t`What`, value: eventInWords, width: '9rem' },
          changes: {
            header: t`Before and after`,
            render: (event) => <Differences fields={masters[name].fields} {...event} />,
          },
        }}
      />
    </ScrollArea>
  );
}

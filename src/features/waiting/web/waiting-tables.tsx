import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatAge } from '#shared/age.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { useWaiting, type WaitingItem } from './use-waiting.ts';
import classes from './waiting-items.module.css';
import { WaitingLink, whoIn } from './waiting-items.tsx';

/** The same as tables, for the desk at which many kinds of work wait: what, since when, and who else may do it. */
export function WaitingTables() {
  const { items, error, retry } = useWaiting();
  const id = useId();
  if (error && !items) return <ErrorNotice error={error} onRetry={retry} />;
  const mine = items?.filter(({ forMe }) => forMe.count > 0);
  const others = items?.filter(({ forOthers }) => forOthers.count > 0) ?? [];
  return (
    <section
      className={`unprinted ${classes.tables}`}
      aria-label={t`What waits`}
      aria-busy={mine === undefined}
    >
      <div>
        <Title order={2} size="h6" id={`${id}-mine`}>{t`For you (${formatCount(mine?.length ?? 0)})`}</Title>
        {mine?.length === 0 && <Text size="sm" c="dimmed">{t`Nothing is waiting for you.`}</Text>}
        {mine && mine.length > 0 && <Waiting name={`${id}-mine`} rows={mine} half="forMe" />}
      </div>
      {others.length > 0 && (
        <details className={classes.others}>
          <summary id={`${id}-others`}>{t`For others (${formatCount(others.length)})`}</summary>
          <Waiting
            name={`${id}-others`}
            rows={others}
            half="forOthers"
            who={({ forOthers }) => whoIn(forOthers.who)}
          />
        </details>
      )}
    </section>
  );
}

/** The oldest first, as the lists behind them. */
function Waiting(props: {
  name: string;
  rows: readonly WaitingItem[];
  half: 'forMe' | 'forOthers';
  who?: (item: WaitingItem) => ReactNode;
}) {
  const { half, who } = props;
  const since = (item: WaitingItem) => item[half].oldest ?? '';
  return (
    <PlainTable<WaitingItem>
      aria-labelledby={props.name}
      verticalSpacing={0}
      rows={props.rows.toSorted((a, b) => since(a).localeCompare(since(b)))}
      rowId={({ name }) => name}
      columns={{
        what: { header: t`What`, render: (item) => <WaitingLink item={item} waits={item[half]} /> },
        oldest: { header: t`Oldest`, value: (item) => (since(item) ? formatAge(since(item)) : '-') },
        who: who !== undefined && { header: t`Who`, render: who },
      }}
    />
  );
}

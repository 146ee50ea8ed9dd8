import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatAge } from '#shared/age.ts';
import { nounOf } from '#shared/counted.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { useWaiting, type WaitingItem } from './use-waiting.ts';
import classes from './waiting-items.module.css';
import { formatWaiting } from './waiting-words.ts';

type WaitingItemsProps = { without?: readonly WaitingItem['name'][]; isTable?: boolean };

/**
 * At the head of a desk: what waits for the reader, with links to the rows, in a line or (`isTable`) in a table; and
 * folded what waits for others. `without` names what the desk itself shows.
 */
export function WaitingItems({ without = [], isTable = false }: WaitingItemsProps) {
  const { items: all, error, retry } = useWaiting();
  const id = useId();
  const items = all?.filter(({ name }) => !without.includes(name));
  if (error && !items) return <ErrorNotice error={error} onRetry={retry} />;
  const mine = items?.filter(({ forMe }) => forMe.count > 0);
  const others = items?.filter(({ forOthers }) => forOthers.count > 0) ?? [];
  return (
    <section
      className={`unprinted ${classes.strip}`}
      aria-label={t`What waits`}
      aria-busy={mine === undefined}
      style={isTable && !items ? { minHeight: '9rem' } : undefined}
    >
      {mine?.length === 0 && <Text inherit c="dimmed" py={4}>{t`Nothing is waiting for you.`}</Text>}
      {mine && mine.length > 0 && !isTable && (
        <ul className={`plain-list ${classes.list}`}>
          {mine.map((item) => (
            <li key={item.name}>
              <WaitingLink item={item} waits={item.forMe} />
              {item.forMe.oldest && (
                <Text span inherit c="dimmed">{t`, oldest ${formatAge(item.forMe.oldest)}`}</Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {mine && mine.length > 0 && isTable && (
        <div>
          <Title order={2} fz="inherit" id={id}>{t`For you (${formatCount(mine.length)})`}</Title>
          <WaitingTable name={id} items={mine} half="forMe" />
        </div>
      )}
      {others.length > 0 && (
        <details className={classes.others} open={isTable}>
          <summary id={`${id}-others`}>{t`For others (${formatCount(others.length)})`}</summary>
          <WaitingTable name={`${id}-others`} items={others} half="forOthers" />
        </details>
      )}
    </section>
  );
}

/** What, since when, and who else may do it; the oldest first, as the lists behind them. */
function WaitingTable(props: { name: string; items: WaitingItem[]; half: 'forMe' | 'forOthers' }) {
  const since = (item: WaitingItem) => item[props.half].oldest ?? '';
  return (
    <PlainTable<WaitingItem>
      className={classes.table}
      aria-labelledby={props.name}
      verticalSpacing={0}
      rows={props.items.toSorted((a, b) => since(a).localeCompare(since(b)))}
      rowId={({ name }) => name}
      columns={{
        what: { header: t`What`, render: (item) => <WaitingLink item={item} waits={item[props.half]} /> },
        oldest: { header: t`Oldest`, value: (item) => (since(item) ? formatAge(since(item)) : '-') },
        who: props.half === 'forOthers' && {
          header: t`Who`,
          render: ({ forOthers }) => namesOf(forOthers.who),
        },
      }}
    />
  );
}

function WaitingLink({ item, waits }: { item: WaitingItem; waits: WaitingItem['forMe'] }) {
  return (
    <a className={classes.link} {...useLinkProps(item.address)}>
      <strong className={classes.count}>{formatWaiting(waits)}</strong>{' '}
      <span className={classes.label}>{nounOf(waits.count, item.label)}</span>
    </a>
  );
}

/** As many names as one reads at a glance. */
const shownNames = 3;

function namesOf(who: readonly string[]): string {
  if (who.length === 0) return t`Nobody else may do this. Add a second person.`;
  const named = who.slice(0, shownNames).join(', ');
  const more = who.length - shownNames;
  return more > 0 ? t`${named} and ${formatCount(more)} more` : named;
}

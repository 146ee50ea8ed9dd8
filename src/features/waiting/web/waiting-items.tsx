import { Text } from '@mantine/core';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import { useWaiting, type WaitingItem } from './use-waiting.ts';
import classes from './waiting-items.module.css';
import { formatAge, formatWaiting } from './waiting-words.ts';

/** At the head of a desk: what waits there, with links to the rows. */
export function WaitingItems() {
  const { items, error, retry } = useWaiting();
  if (error && !items) return <ErrorNotice error={error} onRetry={retry} />;
  const waiting = items?.filter(({ count }) => count > 0);
  return (
    <section
      className={`unprinted ${classes.strip}`}
      aria-label={t`What waits`}
      aria-busy={waiting === undefined}
    >
      {waiting?.length === 0 && <Text inherit c="dimmed" py={4}>{t`Nothing is waiting for you.`}</Text>}
      {waiting && waiting.length > 0 && (
        <ul className={`plain-list ${classes.list}`}>
          {waiting.map((item) => (
            <li key={item.name}>
              <WaitingLink item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WaitingLink({ item }: { item: WaitingItem }) {
  const age = item.oldest && formatAge(item.oldest, new Date());
  return (
    <a
      className={classes.link}
      title={age ? t`The oldest: ${age}` : undefined}
      {...useLinkProps(item.address)}
    >
      <strong className={classes.count}>{formatWaiting(item)}</strong>{' '}
      <span className={classes.label}>{item.label}</span>
      {age && <Text span inherit c="dimmed">{` · ${age}`}</Text>}
    </a>
  );
}

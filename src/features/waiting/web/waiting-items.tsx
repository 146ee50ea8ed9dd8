import { Text } from '@mantine/core';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatAge } from '#shared/age.ts';
import { nounOf } from '#shared/counted.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { useWaiting, type WaitingItem } from './use-waiting.ts';
import classes from './waiting-items.module.css';
import { formatWaiting } from './waiting-words.ts';

/**
 * At the head of a desk: what waits for the reader, with links to the rows, and folded what waits for others; without
 * what the desk itself shows.
 */
export function WaitingItems({ without = [] }: { without?: readonly WaitingItem['name'][] }) {
  const { items: all, error, retry } = useWaiting();
  const items = all?.filter(({ name }) => !without.includes(name));
  if (error && !items) return <ErrorNotice error={error} onRetry={retry} />;
  const mine = items?.filter(({ forMe }) => forMe.count > 0);
  const others = items?.filter(({ forOthers }) => forOthers.count > 0) ?? [];
  return (
    <section
      className={`unprinted ${classes.strip}`}
      aria-label={t`What waits`}
      aria-busy={mine === undefined}
    >
      {mine?.length === 0 && <Text inherit c="dimmed" py={4}>{t`Nothing is waiting for you.`}</Text>}
      {mine && mine.length > 0 && (
        <ul className={`plain-list ${classes.list}`}>
          {mine.map((item) => (
            <li key={item.name}>
              <WaitingLink item={item} waits={item.forMe} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{t`For others (${formatCount(others.length)})`}</summary>
          <ul className="plain-list">
            {others.map((item) => (
              <li key={item.name}>
                <WaitingLink item={item} waits={item.forOthers} />
                <Oldest waits={item.forOthers} />
                <Text span inherit c="dimmed">
                  {' · '}
                  {whoIn(item.forOthers.who)}
                </Text>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

export function WaitingLink({ item, waits }: { item: WaitingItem; waits: WaitingItem['forMe'] }) {
  return (
    <a className={classes.link} {...useLinkProps(item.address)}>
      <strong className={classes.count}>{formatWaiting(waits)}</strong>{' '}
      <span className={classes.label}>{nounOf(waits.count, item.label)}</span>
    </a>
  );
}

function Oldest({ waits: { oldest } }: { waits: WaitingItem['forMe'] }) {
  return oldest && <Text span inherit c="dimmed">{t`, oldest ${formatAge(oldest)}`}</Text>;
}

/** As many names as one reads at a glance. */
const shownNames = 3;

export function whoIn(who: readonly string[]): string {
  if (who.length === 0) return t`Nobody else may do this. Add a second person.`;
  const named = who.slice(0, shownNames).join(', ');
  const more = who.length - shownNames;
  return more > 0 ? t`${named} and ${formatCount(more)} more` : named;
}

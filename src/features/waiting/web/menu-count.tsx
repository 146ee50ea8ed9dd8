import type { ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { useWaiting, type WaitingItem } from './use-waiting.ts';
import { formatWaiting, waitingInWords } from './waiting-words.ts';

/** Passes the menu a function that renders the number of rows of given lists that wait for the reader. */
export function MenuCounts(props: {
  children: (countOf: (lists: readonly string[]) => ReactNode) => ReactNode;
}) {
  const { items = [] } = useWaiting();
  return props.children((lists) => <MenuCount items={items} lists={lists} />);
}

/**
 * The count beside a menu entry: for each list only the first of its items, because a row may wait for two reasons; the
 * label names the others. A closed group shows the sum of its entries.
 */
function MenuCount({ items, lists }: { items: readonly WaitingItem[]; lists: readonly string[] }) {
  const entries = lists.flatMap((list) => {
    const [first, ...others] = items.filter((item) => item.list === list && item.forMe.count > 0);
    return first && !first.isAlarm ? [{ first, others }] : [];
  });
  if (entries.length === 0) return null;
  const total = {
    count: entries.reduce((sum, { first }) => sum + first.forMe.count, 0),
    isMore: entries.some(({ first }) => first.forMe.isMore),
  };
  const words = entries.map(wordsOf).join(', ');
  return (
    <span role="img" aria-label={words} title={words}>
      {formatWaiting(total)}
    </span>
  );
}

function wordsOf({ first, others }: { first: WaitingItem; others: readonly WaitingItem[] }): string {
  if (others.length === 0) return nameOf(first);
  return t`${nameOf(first)} (in the same list: ${others.map(nameOf).join(', ')})`;
}

function nameOf({ forMe, label }: WaitingItem): string {
  return waitingInWords(forMe, label);
}

import { t } from '#shared/words.ts';
import { useWaiting, type WaitingItem } from './use-waiting.ts';
import { formatWaiting } from './waiting-words.ts';

/**
 * The count beside an entry of the menu: of what the desk names first of its list. A group that is closed has those of its
 * entries together.
 */
export function MenuCount({ lists }: { lists: readonly string[] }) {
  const { items = [] } = useWaiting();
  const shown = lists.flatMap((list) => items.find((item) => item.list === list) ?? []);
  const waiting = shown.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  const total = {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    isMore: waiting.some(({ isMore }) => isMore),
  };
  const words = waiting.map(nameOf).join(', ');
  return (
    <span role="img" aria-label={words} title={words}>
      {formatWaiting(total)}
    </span>
  );
}

function nameOf(item: WaitingItem): string {
  return t`${item.label}: ${formatWaiting(item)}`;
}

import { addMonths, dayInIndia, formatCount, formatMonth } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import classes from './month-bars.module.css';

/** Twelve months as bars, the current one last; as a picture that says its numbers. */
export function MonthBars({ months }: { months: readonly number[] }) {
  const top = Math.max(...months, 1);
  const thisMonth = `${dayInIndia(new Date()).slice(0, 7)}-01`;
  const monthAt = (place: number) => addMonths(thisMonth, place - 11).slice(0, 7);
  const counted = months.map((count, place) => ({ count, month: monthAt(place) }));
  const words = counted
    .filter(({ count }) => count > 0)
    .map(({ count, month }) => `${formatMonth(month)}: ${formatCount(count)}`);
  const label = words.length > 0 ? words.join(', ') : t`None in twelve months`;
  return (
    <div className={classes.bars} role="img" aria-label={label} title={label}>
      {counted.map(({ count, month }) => (
        <span
          key={month}
          className={classes.bar}
          style={{ height: count > 0 ? `max(${(count / top) * 100}%, 2px)` : 0 }}
        />
      ))}
    </div>
  );
}

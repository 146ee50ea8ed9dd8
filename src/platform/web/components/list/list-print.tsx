import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMoment } from '#shared/dates.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { cellOf } from './list-cells.tsx';
import type { Column } from './list-declaration.ts';
import classes from './list-print.module.css';
import type { ListRows } from './use-list-rows.ts';

/** More rows than this belong into an export, not onto paper. */
const mostRows = 500;

/** What the printer gets instead of the scrolled window: a plain table of the loaded rows with what narrowed it. */
export function ListPrint<Row>(props: {
  rows: ListRows<Row>;
  columns: readonly Column<Row, string>[];
  emptyCell: string;
  /** Search, filters and count in words. */
  words: readonly string[];
}) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The table has to stand before the browser lays out the pages.
    const before = () => flushSync(() => setIsPrinting(true));
    const after = () => setIsPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  if (!isPrinting) return null;

  const loaded: { index: number; row: Row }[] = [];
  for (let index = 0; index < mostRows; index++) {
    const row = props.rows.rowAt(index);
    if (row === undefined) break;
    loaded.push({ index, row });
  }
  const isPart = !props.rows.length.isExact || loaded.length < props.rows.length.rowCount;
  return (
    <section className={classes.sheet}>
      <p className={classes.words}>
        {[...props.words, formatMoment(new Date().toISOString())].join(' · ')}
        {isPart && t` · the first ${formatCount(loaded.length)} rows are printed`}
      </p>
      <table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.key}>{column.header}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loaded.map(({ index, row }) => (
            <tr key={index}>
              {props.columns.map((column) => (
                <td key={column.key}>{cellOf(column, row, props.emptyCell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

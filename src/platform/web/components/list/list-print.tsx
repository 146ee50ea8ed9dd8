import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { readRows } from '#platform/web/api/read-rows.ts';
import { useSession } from '#platform/web/api/session.ts';
import { formatCount, formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Column, ListRequest, ListSource } from '../list.tsx';
import classes from './list-print.module.css';
import { sumCell } from './list-sums.tsx';
import type { ListRows } from './use-list-rows.ts';

/** Font size for up to `widest` pixels of columns; more columns are printed smaller. */
const largestPoints = 6.5;
const widest = 2_000;

/** More rows than this should be exported instead of printed. */
const maximumRows = 1_000;

type Printed<Row> = { rows: readonly Row[]; isPart: boolean };

/**
 * The rows to print, null while not printing. `print` loads them all first; the browser's own print command cannot
 * wait, and prints the loaded ones.
 */
export function usePrintedRows<Row>(list: {
  source: ListSource<Row, string, Record<string, string>>;
  request: ListRequest<string, Record<string, string>>;
  rows: ListRows<Row>;
}): { printed: Printed<Row> | null; print: () => Promise<void> } {
  const { source, request, rows } = list;
  const [printed, setPrinted] = useState<Printed<Row> | null>(null);
  // The table has to exist before the browser lays out the pages.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted((current) => current ?? loadedRows(rows))));
  useWindowEvent('afterprint', () => setPrinted(null));

  const print = useCallback(async () => {
    const found = await readRows(
      (place) => source.fetchPage({ ...request, ...place }, { signal: AbortSignal.timeout(30_000) }),
      maximumRows,
      // On failure the loaded rows are printed, marked as incomplete.
    ).catch(() => null);
    flushSync(() => setPrinted(found));
    window.print();
  }, [source, request]);
  return { printed, print };
}

function loadedRows<Row>({ rowAt, length }: ListRows<Row>): Printed<Row> {
  const rows: Row[] = [];
  for (let row = rowAt(0); row !== undefined && rows.length < maximumRows; row = rowAt(rows.length))
    rows.push(row);
  return { rows, isPart: !length.isExact || rows.length < length.rowCount };
}

/** Printed instead of the list on screen: a plain table of the exported values. */
export function ListPrint<Row>(props: {
  printed: Printed<Row>;
  columns: readonly Column<Row>[];
  emptyCell: string;
  /** Sums over all filtered rows, by column; shown if all of them are printed. */
  sums: Readonly<Record<string, number>> | undefined;
  /** Title, search, filters and count as text. */
  words: readonly string[];
}) {
  const { name } = useSession();
  const { columns } = props;
  const { rows, isPart } = props.printed;
  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  return (
    <section className={classes.sheet}>
      <p>
        {[...props.words, name, formatMoment(new Date().toISOString())].join(' · ')}
        {isPart && t` · the first ${formatCount(rows.length)} rows are printed`}
      </p>
      <table style={{ fontSize: `${Math.min(largestPoints, (largestPoints * widest) / total)}pt` }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} style={{ width: `${(100 * widthOf(column)) / total}%` }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed row is its position
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.key}>
                  <div>{column.textOf(row) || props.emptyCell}</div>
                </td>
              ))}
            </tr>
          ))}
          {props.sums && !isPart && (
            <tr>
              {columns.map((column, index) => (
                <th key={column.key}>{sumCell(column, index, props.sums)}</th>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** As on the screen, but amounts have room for their sum. */
function widthOf({ width, isAmount }: Pick<Column<never>, 'width' | 'isAmount'>): number {
  return isAmount ? Math.max(width, 125) : width;
}

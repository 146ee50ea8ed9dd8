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

/** In points; a list of more columns is printed smaller. */
const largestFont = 6.5;
/** How many characters of the largest font a landscape page has beside each other. */
const pageCharacters = 205;
/** A longer text takes more than two lines. */
const mostCharacters = 40;

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

/** Printed instead of the list on screen: a plain table of the exported values, of which none is cut. */
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
  const texts = columns.map((column, index) => [
    column.header,
    ...rows.map((row) => printedText(column, row) || props.emptyCell),
    ...(props.sums ? [sumCell(column, index, props.sums)] : []),
  ]);
  const widths = texts.map(charactersFor);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return (
    <section className={classes.sheet}>
      <p>
        {[...props.words, name, formatMoment(new Date().toISOString())].join(' · ')}
        {isPart && t` · the first ${formatCount(rows.length)} rows are printed`}
      </p>
      <table style={{ fontSize: `${largestFont * Math.min(1, pageCharacters / total)}pt` }}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.key} style={{ width: `${(100 * widths[index]!) / total}%` }}>
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
                <td key={column.key}>{printedText(column, row) || props.emptyCell}</td>
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

/** The name of a file says nothing on paper. */
function printedText<Row>(column: Column<Row>, row: Row): string {
  const text = column.textOf(row);
  return column.isFile && text !== '' ? t`Yes` : text;
}

/** Characters beside each other with which the longest of these texts fits on two lines, and no word is broken. */
function charactersFor(texts: readonly string[]): number {
  const longest = Math.max(...texts.map(({ length }) => length));
  const longestWord = Math.max(...texts.flatMap((text) => text.split(/[\s-]/)).map(({ length }) => length));
  return Math.min(mostCharacters, Math.max(longestWord, Math.ceil(longest / 2) + 2)) + 1.5;
}

import { startTransition, useEffect, useState } from 'react';
import type { ListRows } from './use-list-rows.ts';
import type { RowRange } from './use-row-window.ts';

/** A row with many columns takes some 5 ms on a slow machine, and a frame should take no more than 50. */
const rowsAtOnce = 5;
const noKeys: ReadonlySet<string> = new Set();

/** `row` is undefined while it is not loaded, or not drawn yet. */
export type DrawnRow<Row> = { key: string; index: number; row: Row | undefined };

type Window<Row> = {
  rows: ListRows<Row>;
  rowId: (row: Row) => string;
  range: RowRange;
};

/**
 * The rows in view, new ones a few at a time beginning with those nearest to the active row: the page stays responsive,
 * and rows that are scrolled past are never drawn.
 */
export function useDrawnRows<Row>(options: Window<Row> & { activeIndex: number }): DrawnRow<Row>[] {
  const [drawn, setDrawn] = useState(noKeys);
  const inWindow = rowsInWindow(options);
  const loaded = inWindow.filter(({ row }) => row !== undefined);
  const distance = ({ index }: DrawnRow<Row>) => Math.abs(index - options.activeIndex);
  const added = loaded.filter(({ key }) => !drawn.has(key)).sort((a, b) => distance(a) - distance(b));
  const later = new Set(added.slice(rowsAtOnce).map(({ key }) => key));
  const isDrawn = added.length === 0 && loaded.length === drawn.size;
  useEffect(() => {
    if (isDrawn) return;
    // At lower priority than input and scrolling, and therefore in a task of its own.
    startTransition(() => setDrawn(new Set(loaded.map(({ key }) => key).filter((key) => !later.has(key)))));
  });
  return inWindow.map((each) => (later.has(each.key) ? { ...each, row: undefined } : each));
}

/**
 * Rows keyed by record: when the order changes, an element stays with its record, and so does a click that has begun. A
 * record that moved between two pages while they were loaded appears in both.
 */
function rowsInWindow<Row>({ rows, rowId, range }: Window<Row>): DrawnRow<Row>[] {
  const seen = new Set<string>();
  return Array.from({ length: range.end - range.first }, (_, step) => {
    const index = range.first + step;
    const row = rows.rowAt(index);
    const id = row === undefined ? '' : rowId(row);
    const key = seen.has(id) ? `${id} ${index}` : id;
    seen.add(id);
    return { key, index, row };
  });
}

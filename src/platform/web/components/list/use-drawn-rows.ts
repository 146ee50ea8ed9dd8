import { startTransition, useEffect, useState } from 'react';
import type { ListRows } from './use-list-rows.ts';
import type { RowRange } from './use-row-window.ts';

/** A row of many columns takes some 5 ms on a slow machine, and a frame may take 50. */
const rowsAtOnce = 5;
const noKeys: ReadonlySet<string> = new Set();

/** `row` is undefined while it is not loaded, or its turn to be drawn has not come. */
export type DrawnRow<Row> = { key: string; index: number; row: Row | undefined };

type Window<Row> = {
  rows: ListRows<Row>;
  rowId: (row: Row) => string;
  range: RowRange;
};

/**
 * The rows of the window, of the new ones a few at a time and those nearest to the active row first: the page goes on
 * answering, and what the wheel flies over is not drawn at all.
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
    // Of lower priority than what is pressed and scrolled, and so in a task of its own.
    startTransition(() => setDrawn(new Set(loaded.map(({ key }) => key).filter((key) => !later.has(key)))));
  });
  return inWindow.map((each) => (later.has(each.key) ? { ...each, row: undefined } : each));
}

/**
 * Each row under the key of its record: when the order changes, an element stays with its record, and a press that began
 * on it ends on it. A record that moved between two pages while they were read stands in both.
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

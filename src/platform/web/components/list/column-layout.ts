import type { ListView, Pin } from '#shared/list-view.ts';
import type { Column } from '../list.tsx';

/** A column as it is drawn: where it sticks when the rest is scrolled away, and how far from that edge. */
export type DrawnColumn<Row> = Column<Row, string> & { stick?: Stick };

type Stick = {
  side: 'left' | 'right';
  offset: number;
  /** What it does not slide under either, once the rest is scrolled far. */
  behind?: number;
};

/** All columns in the person's order; one that the order does not name stays behind the column that it follows. */
export function inOrder<Row>(
  columns: readonly Column<Row, string>[],
  view: Pick<ListView, 'order'>,
): Column<Row, string>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return orderedKeys([...byKey.keys()], view).flatMap((key) => byKey.get(key) ?? []);
}

/** The same of their keys. */
export function orderedKeys(keys: readonly string[], { order }: Pick<ListView, 'order'>): string[] {
  const places = new Map(order.map((key, place) => [key, place]));
  let last = -1;
  return keys
    .map((key, index) => {
      last = places.get(key) ?? last;
      return { key, place: last, index };
    })
    .sort((a, b) => a.place - b.place || a.index - b.index)
    .map(({ key }) => key);
}

/** Where a column sticks unless the person says otherwise: what a row is about left; amounts and status right. */
export function pinOf<Row>(column: Column<Row, string>, { pins }: Pick<ListView, 'pins'>): Pin {
  const own = pins[column.key];
  if (own) return own;
  if (column.card === 'title') return 'left';
  return column.isAmount || column.card === 'badge' ? 'right' : 'none';
}

/** The columns to draw; `endWidth` is that of the actions, which stick at the right edge before all others. */
export function drawn<Row>(
  columns: readonly Column<Row, string>[],
  view: ListView,
  endWidth: number,
): DrawnColumn<Row>[] {
  const shown = inOrder(columns, view)
    .filter(({ key }) => !view.hidden.includes(key))
    .map((column) => ({ ...column, width: view.widths[column.key] ?? column.width }));
  const offsets = { left: 0, right: endWidth };
  const stick = (column: Column<Row, string>, side: 'left' | 'right') => {
    if (pinOf(column, view) !== side) return undefined;
    const offset = offsets[side];
    offsets[side] += column.width;
    return { side, offset };
  };
  const left = shown.map((column) => stick(column, 'left'));
  const right = shown
    .toReversed()
    .map((column) => stick(column, 'right'))
    .toReversed();
  // Amounts may go under the name; the status stops beside it.
  const stickOfStatus = (column: Column<Row, string>, stick: Stick | undefined) =>
    stick && column.card === 'badge' ? { ...stick, behind: offsets.left } : stick;
  return shown.map((column, index) => ({
    ...column,
    stick: left[index] ?? stickOfStatus(column, right[index]),
  }));
}

/** What makes a cell stick. */
export function stickOf({ stick }: Pick<DrawnColumn<never>, 'stick'>) {
  return stick && { 'data-stick': stick.side, style: { left: stick.behind, [stick.side]: stick.offset } };
}

/** The order with a column one step further left (-1) or right (1). */
export function moved<Row>(
  columns: readonly Column<Row, string>[],
  view: ListView,
  key: string,
  by: -1 | 1,
): string[] {
  const keys = inOrder(columns, view).map((column) => column.key);
  const from = keys.indexOf(key);
  const to = Math.max(0, Math.min(keys.length - 1, from + by));
  keys.splice(to, 0, ...keys.splice(from, 1));
  return keys;
}

import type { CSSProperties } from 'react';
import type { ListView, Pin } from '#shared/list-view.ts';
import type { Column } from '../list.tsx';

/** A column with its sticky position while the rest scrolls sideways. */
export type DrawnColumn<Row> = Column<Row, string> & { stick?: Stick };

type Stick = {
  side: 'left' | 'right';
  offset: number;
  /** The left edge at which it also stops, once scrolled far. */
  behind?: number;
  /** Pixels from the left edge of the first column to this one, without sticking. */
  start: number;
};

/** All columns in the person's order; one that is missing there stays behind the column that it follows by default. */
export function inOrder<Row>(
  columns: readonly Column<Row, string>[],
  view: Pick<ListView, 'order'>,
): Column<Row, string>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return orderedKeys([...byKey.keys()], view).flatMap((key) => byKey.get(key) ?? []);
}

/** The same for their keys. */
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

/** The default pin, unless the person changed it: row titles left; amounts and status right. */
export function pinOf<Row>(column: Column<Row, string>, { pins }: Pick<ListView, 'pins'>): Pin {
  const own = pins[column.key];
  if (own) return own;
  if (column.card === 'title') return 'left';
  return column.isAmount || column.card === 'badge' ? 'right' : 'none';
}

/** The columns to draw; `endWidth` is that of the actions column, which sticks to the right edge first. */
export function drawn<Row>(
  columns: readonly Column<Row, string>[],
  view: ListView,
  endWidth: number,
): DrawnColumn<Row>[] {
  const shown = inOrder(columns, view)
    .filter(({ key }) => !view.hidden.includes(key))
    .map((column) => ({ ...column, width: view.widths[column.key] ?? column.width }));
  const offsets = { left: 0, right: endWidth };
  const starts = new Map<Column<Row, string>, number>();
  let start = 0;
  for (const column of shown) {
    starts.set(column, start);
    start += column.width;
  }
  const stick = (column: Column<Row, string>, side: 'left' | 'right') => {
    if (pinOf(column, view) !== side) return undefined;
    const offset = offsets[side];
    offsets[side] += column.width;
    return { side, offset, start: starts.get(column)! };
  };
  const left = shown.map((column) => stick(column, 'left'));
  const right = shown
    .toReversed()
    .map((column) => stick(column, 'right'))
    .toReversed();
  // Amounts may slide under the name; the status stops beside it.
  const stickOfStatus = (column: Column<Row, string>, stick: Stick | undefined) =>
    stick && column.card === 'badge' ? { ...stick, behind: offsets.left } : stick;
  return shown.map((column, index) => ({
    ...column,
    stick: left[index] ?? stickOfStatus(column, right[index]),
  }));
}

/** A phone's card: its columns and the fields that can be chosen for it; by default the list's first four. */
export function cardOf<Row>(columns: readonly Column<Row, string>[], view: ListView) {
  const ordered = inOrder(columns, view);
  const { title, badge, lines } = cardPlaces(ordered.filter(({ key }) => !view.hidden.includes(key)));
  const fields = ordered.filter((column) => column !== title && column !== badge);
  const chosen = view.card
    ? fields.filter(({ key }) => view.card?.includes(key))
    : fields.filter((column) => lines.includes(column)).slice(0, 4);
  const placed: Column<Row, string>[] = [
    ...(title ? [{ ...title, card: 'title' as const }] : []),
    ...(badge ? [{ ...badge, card: 'badge' as const }] : []),
    ...chosen.map((column) => ({ ...column, card: 'line' as const })),
  ];
  return { placed, fields };
}

/**
 * CSS variables for a sticky cell: its position before sideways scrolling, and the edges between which it then stays
 * (`list-grid.module.css`).
 */
export function stickOf({ stick, width }: Pick<DrawnColumn<never>, 'stick' | 'width'>) {
  if (!stick) return undefined;
  const { side, offset, start, behind } = stick;
  const rest = `min(0px, 100cqw - ${start + width + offset}px)`;
  const style =
    side === 'left'
      ? { '--list-left': `${offset}px` }
      : {
          '--list-rest': behind === undefined ? rest : `max(${behind - start}px, ${rest})`,
          '--list-left': behind === undefined ? undefined : `${behind}px`,
          '--list-right': `${offset}px`,
        };
  return { 'data-stick': side, style: style as CSSProperties };
}

/** The order after moving a column to another's position. */
export function moved<Row>(
  columns: readonly Column<Row, string>[],
  view: ListView,
  key: string,
  other: string,
): string[] {
  const keys = inOrder(columns, view).map((column) => column.key);
  const to = keys.indexOf(other);
  keys.splice(to, 0, ...keys.splice(keys.indexOf(key), 1));
  return keys;
}

/** The columns of a phone's card, by position. */
export function cardPlaces<Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const badge = columns.find((column) => column.card === 'badge');
  const lines = columns.filter((column) => column.card === 'line');
  return { title, badge, lines };
}

/** Pixels of a phone's card: its title, and two fields on each line below. */
export function cardHeightOf<Row>(columns: readonly Column<Row, string>[]): number {
  return 40 + 38 * Math.ceil(cardPlaces(columns).lines.length / 2);
}

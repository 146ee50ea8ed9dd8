import type { Column } from '../list.tsx';

/** Pixels that pinned columns leave to the others at least. */
const leastFree = 320;
/** Until rows are measured, and of file names at most: they are long, and say little. */
export const plainWidth = 120;
/** A longer text is cut, unless there is room to spare. */
const widestContent = 240;
/** A sentence has two lines. */
const widestSentence = 340;
/** To how many pixels a pinned name is cut, so that the amounts can be pinned too. */
const leastName = 160;

type Fitting<Row> = {
  columns: readonly Column<Row>[];
  /** Pixels of the widest content found so far, by column. */
  contents: ReadonlyMap<string, number>;
  /** Pixels that the person chose. */
  dragged: Readonly<Record<string, number>>;
  viewWidth: number;
  /** Pixels of the actions column. */
  endWidth: number;
};

/**
 * Columns as wide as their content; spare pixels go to cut texts first. The name is pinned left, actions and status
 * right, then amounts and age where enough is left for the other columns.
 */
export function fitColumns<Row>({ columns, contents, dragged, viewWidth, endWidth }: Fitting<Row>) {
  const widths = Object.fromEntries(
    columns.map(({ key, isFile, isSentence }) => {
      const most = isSentence ? widestSentence : widestContent;
      const content = Math.min(contents.get(key) ?? plainWidth, isFile ? plainWidth : most);
      return [key, dragged[key] ?? content];
    }),
  );
  const widthOf = (some: readonly Column<Row>[]) => some.reduce((sum, { key }) => sum + widths[key]!, 0);
  const missing = ({ key }: Column<Row>) =>
    dragged[key] === undefined ? Math.max(0, (contents.get(key) ?? 0) - widths[key]!) : 0;
  const cut = columns.filter((column) => missing(column) > 0).toSorted((a, b) => missing(a) - missing(b));
  let spare = viewWidth - endWidth - widthOf(columns);
  for (const [place, column] of cut.entries()) {
    const more = Math.max(0, Math.floor(Math.min(missing(column), spare / (cut.length - place))));
    widths[column.key]! += more;
    spare -= more;
  }

  const named = columns.filter(({ card }) => card === 'title');
  const states = columns.filter(({ card }) => card === 'badge');
  const amounts = columns.filter(({ isAmount }) => isAmount);
  const room = viewWidth - leastFree - endWidth - widthOf(states) - widthOf(amounts);
  for (const { key } of named)
    if (spare < 0 && room >= leastName && dragged[key] === undefined)
      widths[key] = Math.min(widths[key]!, room);

  let free = viewWidth;
  const pin = (width: number) => {
    const isPinned = free - width >= leastFree;
    if (isPinned) free -= width;
    return isPinned;
  };
  const pinned = (some: readonly Column<Row>[]) => (pin(widthOf(some)) ? some : []);
  const left = pinned(named);
  const isEndPinned = pin(endWidth);
  const right = [...pinned(states), ...pinned(amounts), ...pinned(columns.filter(({ isAge }) => isAge))];
  /** Pixels from the edge where a pinned column stops. */
  const offsets: Record<string, number> = {};
  for (const column of left) offsets[column.key] = 0;
  let offset = isEndPinned ? endWidth : 0;
  for (const column of columns.toReversed()) {
    if (!right.includes(column)) continue;
    offsets[column.key] = offset;
    offset += widths[column.key]!;
  }
  return { widths, width: widthOf(columns) + endWidth, left, right, offsets, isEndPinned };
}

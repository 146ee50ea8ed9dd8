import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import type { Column } from '../list.tsx';
import { fitColumns, plainWidth } from './fit-columns.ts';
import type { DrawnColumn } from './use-list-columns.ts';

/** Other rows change columns only after this many milliseconds of rest: nothing moves while scrolling or typing. */
const restMilliseconds = 250;
const nothing: ReadonlyMap<string, number> = new Map();
/** Of the actions among the contents. */
const endKey = '$end';

/**
 * Fits columns to the drawn rows: before the first ones are painted, and again for other ones. Those that are scrolled in
 * only widen them.
 */
export function useFittedColumns<Row>(list: {
  columns: readonly Column<Row>[];
  /** Pixels that the person chose, by column. */
  dragged: Readonly<Record<string, number>>;
  viewWidth: number;
  hasActions: boolean;
  /** Contains all rows; null without columns. */
  trackRef: RefObject<HTMLElement | null>;
  hasRows: boolean;
  /** Changes with the drawn rows. */
  drawn: string;
  /** The request of the rows. */
  shownKey: string;
  /** Pixels scrolled. */
  topRef: RefObject<number>;
}) {
  const { columns, dragged, viewWidth, hasActions, trackRef, hasRows, drawn, shownKey, topRef } = list;
  const language = useLanguage();
  const contentsOf = `${language} ${columns.map(({ key }) => key).join()}`;
  const [measured, setMeasured] = useState({ contentsOf: '', contents: nothing });
  const contents = measured.contentsOf === contentsOf ? measured.contents : nothing;
  const endWidth = hasActions ? (contents.get(endKey) ?? plainWidth) : 0;
  const fitted = useMemo(
    () => fitColumns({ columns, contents, dragged, viewWidth, endWidth }),
    [columns, contents, dragged, viewWidth, endWidth],
  );

  const measuredAt = useRef({ shownKey, top: 0 });
  const measure = () => {
    const found = contentWidths(trackRef.current, columns);
    if (found === null) return;
    const top = topRef.current;
    const isScrolled = shownKey === measuredAt.current.shownKey && top !== measuredAt.current.top;
    measuredAt.current = { shownKey, top };
    setMeasured({ contentsOf, contents: isScrolled ? widest(contents, found) : found });
  };
  const measureRef = useRef(measure);
  useLayoutEffect(() => {
    measureRef.current = measure;
    if (hasRows && contents === nothing) measure();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and words have other contents
  useEffect(() => {
    if (!hasRows) return;
    const timer = setTimeout(() => measureRef.current(), restMilliseconds);
    return () => clearTimeout(timer);
  }, [hasRows, drawn, columns]);
  useEffect(() => {
    // Not only wider: the letters of the font before may have been wider.
    const measureAgain = () => setMeasured({ contentsOf: '', contents: nothing });
    document.fonts.addEventListener('loadingdone', measureAgain);
    return () => document.fonts.removeEventListener('loadingdone', measureAgain);
  }, []);

  // Rows are rendered again only if other columns are pinned; widths and offsets are CSS variables.
  const sides = columns
    .map((column) => (fitted.left.includes(column) ? 'l' : fitted.right.includes(column) ? 'r' : '-'))
    .join('');
  const stuck = useMemo(
    () =>
      columns.map((column, index): DrawnColumn<Row> => {
        const side = { l: 'left', r: 'right' }[sides[index]!] as 'left' | 'right' | undefined;
        if (!side) return column;
        return {
          ...column,
          stick: { 'data-stick': side, style: { [side]: `var(--list-offset-${index})` } },
        };
      }),
    [columns, sides],
  );
  const tracks = columns.map(({ key }) => {
    const width = fitted.widths[key];
    return dragged[key] === undefined ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  });
  return {
    columns: stuck,
    width: fitted.width,
    style: {
      '--list-columns': [...tracks, ...(endWidth > 0 ? [`${endWidth}px`] : [])].join(' '),
      '--list-end': fitted.isEndPinned ? '0px' : 'auto',
      ...Object.fromEntries(
        columns.flatMap(({ key }, index) =>
          fitted.offsets[key] === undefined ? [] : [[`--list-offset-${index}`, `${fitted.offsets[key]}px`]],
        ),
      ),
    },
  };
}

function widest(before: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>) {
  return new Map([...found].map(([key, width]) => [key, Math.max(width, before.get(key) ?? 0)]));
}

/** Pixels of the widest drawn cell of each column and of the actions; null before a row is drawn. A heading may take two lines. */
function contentWidths<Row>(
  track: HTMLElement | null,
  columns: readonly Column<Row>[],
): Map<string, number> | null {
  if (!track?.querySelector('[data-index]')) return null;
  const widths = new Map<string, number>();
  track.dataset.measured = '';
  for (const row of track.querySelectorAll('[role="row"]')) {
    if (row.childElementCount < columns.length) continue;
    for (const [index, cell] of [...row.children].entries()) {
      const key = columns[index]?.key ?? endKey;
      widths.set(key, Math.max(widths.get(key) ?? 0, Math.ceil(widthOf(cell))));
    }
  }
  delete track.dataset.measured;
  return widths;
}

function widthOf(cell: Element): number {
  const { width } = cell.getBoundingClientRect();
  const text = cell.getAttribute('role') === 'columnheader' && cell.querySelector('[data-label]')?.firstChild;
  if (!text) return width;
  const words = text.textContent ?? '';
  const range = document.createRange();
  const between = (start: number, end: number) => {
    range.setStart(text, start);
    range.setEnd(text, end);
    return range.getBoundingClientRect().width;
  };
  const whole = between(0, words.length);
  const broken = [...words.matchAll(/ /g)].map(({ index }) =>
    Math.max(between(0, index), between(index + 1, words.length)),
  );
  return width - whole + Math.min(whole, ...broken) + 1;
}

import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRowWindow } from '#platform/web/components/list/use-row-window.ts';
import type { PrintRunDetail, Sheet } from '../contract.ts';

export const rowHeight = 42;
export const headHeight = 38;

/** The sheet that keys act on: the row that has or last had the focus. */
export function useActiveSheet(run: PrintRunDetail, canRecord: boolean) {
  const { sheets } = run;
  const [active, setActive] = useState(() => Math.max(0, (run.openAt ?? 1) - 1));
  const rowWindow = useRowWindow({
    rowCount: sheets.length,
    rowHeight,
    fixedHeight: headHeight,
    initialTop: Math.max(0, active - 2) * rowHeight,
  });
  const { viewportRef, reveal } = rowWindow;

  const focus = useCallback(
    (index: number): void => {
      if (index < 0) return;
      // Rendered synchronously, so that there is a row to focus.
      flushSync(() => setActive(index));
      flushSync(() => reveal(index));
      viewportRef.current
        ?.querySelector<HTMLElement>(`[data-sheet="${index + 1}"]`)
        ?.focus({ preventScroll: true });
    },
    [reveal, viewportRef],
  );

  const firstOpen = useRef((run.openAt ?? 0) - 1);
  useEffect(() => {
    if (canRecord) focus(firstOpen.current);
  }, [canRecord, focus]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(rowWindow.viewHeight / rowHeight) - 1);
    const target = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: sheets.length - 1,
    }[event.code];
    if (target === undefined) return;
    event.preventDefault();
    focus(Math.max(0, Math.min(sheets.length - 1, target)));
  }

  return {
    active,
    rowWindow,
    focus,
    onKeyDown,
    /** Tab and a click activate a row as well. */
    onFocus(event: FocusEvent<HTMLElement>): void {
      const row = event.target.closest<HTMLElement>('[data-sheet]');
      if (row) setActive(Number(row.dataset.sheet) - 1);
    },
    /** Focuses the next sheet without an outcome after those recorded, or the first one of all. */
    focusNextOpen(recorded: readonly Sheet[]): void {
      const done = new Set(recorded.map(({ id }) => id));
      const open = sheets.filter((sheet) => sheet.outcome === null && !done.has(sheet.id));
      const next = open.find(({ position }) => position > recorded.at(-1)!.position) ?? open[0];
      focus((next ?? recorded.at(-1)!).position - 1);
    },
    isSeen(): boolean {
      const top = rowWindow.topRef.current;
      const seen =
        active * rowHeight >= top - 1 && (active + 1) * rowHeight <= top + rowWindow.viewHeight + 1;
      if (!seen) focus(active);
      return seen;
    },
  };
}

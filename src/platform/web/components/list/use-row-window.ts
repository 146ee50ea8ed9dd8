import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** After this long without a scroll event the scrollbar is moved to match the rows. */
const settleAfter = 140;

/**
 * In view heights. A step up to here comes from the wheel, touch, or the browser itself (scrolling to the focus) and
 * moves the rows by as many pixels; a longer one comes from the scrollbar and goes to a position.
 */
const maximumStep = 8;
const touchEvents = ['touchstart', 'touchend', 'touchcancel'] as const;

export type RowWindow = {
  viewportRef: RefObject<HTMLDivElement | null>;
  /** The element that carries the drawn rows; it is moved without rendering. */
  canvasRef: RefObject<HTMLDivElement | null>;
  range: RowRange;
  rowHeight: number;
  viewHeight: number;
  /** Inner width of the scrolling region in pixels. */
  viewWidth: number;
  trackHeight: number;
  scrollTo: (top: number) => void;
  reveal: (index: number) => void;
  /** The exact offset, for restoring the scroll position. */
  topRef: RefObject<number>;
};

/**
 * Windows any number of rows. Wheel and touch move the rows by the pixels that the browser scrolled, whatever the
 * scale, and the scrollbar follows; the dragged scrollbar moves them to its position. The rows are in a sticky element,
 * so that the browser's own (asynchronous) scrolling never shows an empty area: rows move only when drawn.
 */
export function useRowWindow(options: {
  rowCount: number;
  rowHeight: number;
  /** Pixels above and below the rows that do not scroll with them. */
  fixedHeight: number;
  initialTop: number;
}): RowWindow {
  const { rowCount, rowHeight, fixedHeight } = options;
  const viewportRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLDivElement>(null);
  const topRef = useRef(options.initialTop);
  const lastScrollRef = useRef(0);
  const [viewHeight, setViewHeight] = useState(600);
  const [viewWidth, setViewWidth] = useState(Number.POSITIVE_INFINITY);
  const track: Track = { rowCount, rowHeight, viewHeight };
  const trackRef = useRef(track);
  const [range, setRange] = useState(() =>
    rangeAt({ ...track, rowCount: Number.POSITIVE_INFINITY }, topRef.current),
  );

  const draw = useCallback((top: number) => {
    topRef.current = top;
    const next = rangeAt({ ...trackRef.current, rowCount: Number.POSITIVE_INFINITY }, top);
    setRange((current) => (current.first === next.first && current.end === next.end ? current : next));
    if (canvasRef.current) place(canvasRef.current, trackRef.current, top);
  }, []);

  const settle = useCallback(() => {
    const viewport = viewportRef.current;
    if (!viewport) return;
    const scroll = scrollOfTop(trackRef.current, topRef.current);
    // Already at the top: reading scrollTop would force a layout.
    if (scroll === 0 && lastScrollRef.current === 0) return;
    viewport.scrollTop = scroll;
    lastScrollRef.current = viewport.scrollTop;
  }, []);

  const scrollTo = useCallback(
    (top: number) => {
      draw(clampTop(trackRef.current, top));
      settle();
    },
    [draw, settle],
  );
  const reveal = useCallback(
    (index: number) => scrollTo(topRevealing(trackRef.current, topRef.current, index)),
    [scrollTo],
  );

  useLayoutEffect(() => {
    trackRef.current = { rowCount, rowHeight, viewHeight };
    // Until rows are loaded, the remembered position waits.
    if (rowCount > 0) scrollTo(topRef.current);
    else draw(topRef.current);
  }, [rowCount, rowHeight, viewHeight, scrollTo, draw]);

  // This range's rows are in the DOM now: move them in the same frame.
  useLayoutEffect(() => {
    if (canvasRef.current && range) place(canvasRef.current, trackRef.current, topRef.current);
  }, [range]);

  useEffect(() => {
    const viewport = viewportRef.current;
    if (!viewport) return;
    const observer = new ResizeObserver(() => {
      setViewHeight(Math.max(rowHeight, viewport.clientHeight - fixedHeight));
      setViewWidth(viewport.clientWidth);
    });
    observer.observe(viewport);
    return () => observer.disconnect();
  }, [rowHeight, fixedHeight]);

  useEffect(() => {
    const viewport = viewportRef.current;
    if (!viewport) return;
    let isDragged = false;
    let touches = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settleLater = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (touches > 0 ? settleLater() : settle()), settleAfter);
    };
    const onTouch = (event: TouchEvent) => {
      touches = event.touches.length;
      isDragged = false;
    };
    // The scrollbar is beyond the client width. Not every browser reports its release: a pointer without buttons means
    // it too.
    const onPointerDown = (event: PointerEvent) => {
      isDragged = event.target === viewport && event.offsetX >= viewport.clientWidth;
    };
    const onPointerMove = (event: PointerEvent) => {
      if (event.buttons === 0) isDragged = false;
    };
    const onWheel = () => {
      isDragged = false;
    };
    const onScroll = () => {
      const moved = viewport.scrollTop - lastScrollRef.current;
      if (moved === 0) return;
      lastScrollRef.current = viewport.scrollTop;
      const current = trackRef.current;
      const isStep = !isDragged && Math.abs(moved) <= maximumStep * current.viewHeight;
      const top =
        isStep && isScaled(current)
          ? clampTop(current, topRef.current + moved)
          : topOfScroll(current, viewport.scrollTop);
      // Drawn now, not in a later frame: the rows must not lag behind the pointer.
      flushSync(() => draw(top));
      if (isStep) settleLater();
    };
    const listening = new AbortController();
    const listened = { passive: true, signal: listening.signal };
    viewport.addEventListener('wheel', onWheel, listened);
    for (const name of touchEvents) viewport.addEventListener(name, onTouch, listened);
    viewport.addEventListener('pointerdown', onPointerDown, listened);
    viewport.addEventListener('pointermove', onPointerMove, listened);
    viewport.addEventListener('scroll', onScroll, listened);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [draw, settle]);

  return {
    viewportRef,
    canvasRef,
    range: clampRange(range, rowCount),
    rowHeight,
    viewHeight,
    viewWidth,
    trackHeight: trackHeight(track),
    scrollTo,
    reveal,
    topRef,
  };
}

function place(canvas: HTMLDivElement, track: Track, top: number): void {
  const shown = Math.min(top, maximumTop(track));
  const { first } = rangeAt(track, shown);
  canvas.style.transform = `translateY(${first * track.rowHeight - shown}px)`;
}

function clampRange(range: RowRange, rowCount: number): RowRange {
  const end = Math.min(range.end, rowCount);
  return { first: Math.min(range.first, end), end };
}

/**
 * The arithmetic of a list of any length in an element of bounded height. Chromium caps an element at 33,554,428 px and
 * Firefox at about half of it, so a million rows do not fit: the exact offset of the rows (`top`) is the truth, and the
 * scrollbar shows it scaled. Near both ends one pixel of the scrollbar is one pixel of rows, so that the first and the
 * last row are reached as in any short list; only the middle is compressed.
 */

/** Maximum height of the scrolled element. */
const maximumHeight = 8_000_000;
/** Unscaled pixels at each end. */
const unscaled = 1_000_000;

export type Track = { rowCount: number; rowHeight: number; viewHeight: number };

/** Height of all rows, unscaled. */
function fullHeight(track: Track): number {
  return track.rowCount * track.rowHeight;
}

/** Height of the element that produces the scrollbar. */
export function trackHeight(track: Track): number {
  return Math.min(fullHeight(track), maximumHeight);
}

function isScaled(track: Track): boolean {
  return fullHeight(track) > maximumHeight;
}

/** The maximum offset: the last row is at the bottom. */
export function maximumTop(track: Track): number {
  return Math.max(0, fullHeight(track) - track.viewHeight);
}

function clampTop(track: Track, top: number): number {
  return Math.max(0, Math.min(maximumTop(track), top));
}

/** Scrollbar pixels for each pixel of rows in the compressed middle. */
function squeeze(track: Track): number {
  const scrollable = maximumHeight - track.viewHeight;
  return (scrollable - 2 * unscaled) / (maximumTop(track) - 2 * unscaled);
}

export function scrollOfTop(track: Track, top: number): number {
  if (!isScaled(track) || top <= unscaled) return top;
  const below = maximumTop(track) - top;
  if (below <= unscaled) return maximumHeight - track.viewHeight - below;
  return unscaled + (top - unscaled) * squeeze(track);
}

export function topOfScroll(track: Track, scroll: number): number {
  if (!isScaled(track) || scroll <= unscaled) return clampTop(track, scroll);
  const below = maximumHeight - track.viewHeight - scroll;
  if (below <= unscaled) return clampTop(track, maximumTop(track) - below);
  return clampTop(track, unscaled + (scroll - unscaled) / squeeze(track));
}

/** Rows to draw: from `first` up to, but not including, `end`. */
export type RowRange = { first: number; end: number };

/** Rows drawn beyond each edge. */
const overscan = 1;

export function rangeAt(track: Track, top: number): RowRange {
  const first = Math.floor(top / track.rowHeight);
  const end = Math.ceil((top + track.viewHeight) / track.rowHeight);
  return { first: Math.max(0, first - overscan), end: Math.min(track.rowCount, end + overscan) };
}

/** The first row of a drawn range that is in view. */
export function firstSeen(range: RowRange): number {
  return range.first === 0 ? 0 : range.first + overscan;
}

/** The offset nearest to `top` at which the whole row is in view. */
export function topRevealing(track: Track, top: number, index: number): number {
  const rowTop = index * track.rowHeight;
  const lowest = rowTop + track.rowHeight - track.viewHeight;
  return clampTop(track, Math.max(lowest, Math.min(top, rowTop)));
}

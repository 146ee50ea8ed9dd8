import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  clampTop,
  isScaled,
  maximumTop,
  type RowRange,
  rangeAt,
  scrollOfTop,
  type Track,
  topOfScroll,
  topRevealing,
  trackHeight,
} from './row-window.ts';

/** After this long without a scroll event the scrollbar is put where the rows are. */
const settleAfter = 140;

/**
 * In heights of the view. A step up to here is the wheel's, a finger's, or the browser's own (it brings what takes
 * focus into view) and moves the rows by as many pixels; a farther one is the scrollbar's and goes to a place.
 */
const farthestStep = 8;
const touchEvents = ['touchstart', 'touchend', 'touchcancel'] as const;

export type RowWindow = {
  viewportRef: RefObject<HTMLDivElement | null>;
  /** The element that carries the drawn rows; it is moved without rendering. */
  canvasRef: RefObject<HTMLDivElement | null>;
  range: RowRange;
  rowHeight: number;
  viewHeight: number;
  /** Pixels between the edges of the scrolled region. */
  viewWidth: number;
  trackHeight: number;
  scrollTo: (top: number) => void;
  reveal: (index: number) => void;
  /** The exact offset, for remembering the place. */
  topRef: RefObject<number>;
};

/**
 * Draws of any number of rows those that are seen. Wheel and touch move the rows by the pixels that the browser
 * scrolled, whatever the scale, and the scrollbar follows; the dragged scrollbar moves them to its place. The rows hang in a sticky element,
 * so that the browser's own (asynchronous) scrolling never shows an empty area: rows change places only when drawn.
 */
export function useRowWindow(options: {
  rowCount: number;
  rowHeight: number;
  /** Pixels of what stands above and below the rows and does not scroll with them. */
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
  const [range, setRange] = useState(() => rangeAt(track, clampTop(track, topRef.current)));

  const draw = useCallback((top: number) => {
    topRef.current = top;
    const next = rangeAt(trackRef.current, top);
    setRange((current) => (current.first === next.first && current.end === next.end ? current : next));
    if (canvasRef.current) place(canvasRef.current, trackRef.current, top);
  }, []);

  const settle = useCallback(() => {
    const viewport = viewportRef.current;
    if (!viewport) return;
    viewport.scrollTop = scrollOfTop(trackRef.current, topRef.current);
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
    // While nothing is loaded the remembered place has to wait for its rows.
    if (rowCount > 0) scrollTo(topRef.current);
  }, [rowCount, rowHeight, viewHeight, scrollTo]);

  // The rows that this range draws are in the document now: move them in the same frame.
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
    // The scrollbar lies beyond the client width. Not every browser reports its release: a free pointer does too.
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
      const isStep = !isDragged && Math.abs(moved) <= farthestStep * current.viewHeight;
      const top =
        isStep && isScaled(current)
          ? clampTop(current, topRef.current + moved)
          : topOfScroll(current, viewport.scrollTop);
      // Drawn now, not in a later frame: the rows must not lag behind the hand.
      flushSync(() => draw(top));
      if (isStep) settleLater();
    };
    const listened = { passive: true };
    viewport.addEventListener('wheel', onWheel, listened);
    for (const name of touchEvents) viewport.addEventListener(name, onTouch, listened);
    viewport.addEventListener('pointerdown', onPointerDown, listened);
    viewport.addEventListener('pointermove', onPointerMove, listened);
    viewport.addEventListener('scroll', onScroll, listened);
    return () => {
      clearTimeout(timer);
      viewport.removeEventListener('wheel', onWheel);
      for (const name of touchEvents) viewport.removeEventListener(name, onTouch);
      viewport.removeEventListener('pointerdown', onPointerDown);
      viewport.removeEventListener('pointermove', onPointerMove);
      viewport.removeEventListener('scroll', onScroll);
    };
  }, [draw, settle]);

  return {
    viewportRef,
    canvasRef,
    range: rowCount === 0 ? { first: 0, end: 0 } : clampRange(range, rowCount),
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

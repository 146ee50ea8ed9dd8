import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Box, paperSize } from '#features/certificates/template.ts';
import { t } from '#shared/words.ts';
import { type Guide, keepOnSheet, type Rectangle, snapped } from './geometry.ts';
import { nameOfBox, nameOfLine } from './sheet-fields.ts';
import classes from './studio.module.css';
import type { StudioAction, StudioState } from './studio-state.ts';

type SheetProps = {
  state: StudioState;
  dispatch: (action: StudioAction) => void;
  /** URLs of the picture and of the scan behind it. */
  picture: string | null;
  scan: string | null;
};

type Drag = {
  at: number;
  /** The dragged boxes where they started. */
  places: ReadonlyMap<number, Rectangle>;
  act: string;
  isResize: boolean;
  start: { x: number; y: number };
  hasMoved: boolean;
  perMm: number;
};

/** Millimetres per arrow key; ten times as many with Shift. */
const step = 0.5;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The page with its boxes as buttons: press to choose, arrows or the mouse to move, the corner to resize. */
export function Sheet({ state, dispatch, picture, scan }: SheetProps) {
  const { content, chosen } = state;
  const size = paperSize(content);
  const sheet = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const only = chosen.length === 1 ? chosen[0] : undefined;

  function startDrag(event: PointerEvent<HTMLElement>, at: number, isResize: boolean): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    if (!chosen.includes(at) || event.shiftKey) dispatch({ do: 'choose', at, isAdded: event.shiftKey });
    const moving = chosen.includes(at) && !event.shiftKey ? chosen : [at];
    drag.current = {
      at,
      places: new Map(moving.map((one) => [one, content.boxes[one]!])),
      act: `drag ${event.timeStamp}`,
      isResize,
      start: { x: event.clientX, y: event.clientY },
      hasMoved: false,
      perMm: sheet.current!.clientWidth / size.width,
    };
  }

  function moveDrag(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    if (!current) return;
    const { at, places, act, isResize, start, perMm } = current;
    const box = places.get(at)!;
    const across = (event.clientX - start.x) / perMm;
    const down = (event.clientY - start.y) / perMm;
    // Ignore the tremor of a press.
    if (!current.hasMoved && Math.hypot(across, down) * perMm < 2) return;
    current.hasMoved = true;
    const others = content.boxes.filter((_, one) => !places.has(one));
    if (isResize) {
      const corner = { x: box.x + box.width + across, y: box.y + box.height + down, width: 0, height: 0 };
      const { place } = event.altKey ? { place: corner } : snapped(corner, others, size);
      const resized = { x: box.x, y: box.y, width: place.x - box.x, height: place.y - box.y };
      flushSync(() => dispatch({ do: 'place', places: new Map([[at, keepOnSheet(resized, size)]]), act }));
      return;
    }
    const wanted = { ...box, x: box.x + across, y: box.y + down };
    const found = event.altKey ? { place: wanted, guides: [] } : snapped(wanted, others, size);
    setGuides(found.guides);
    const by = { x: found.place.x - box.x, y: found.place.y - box.y };
    const moved = [...places].map(
      ([one, from]) => [one, keepOnSheet({ ...from, x: from.x + by.x, y: from.y + by.y }, size)] as const,
    );
    // Rendered before the next pointer event, however busy the page is.
    flushSync(() => dispatch({ do: 'place', places: new Map(moved), act }));
  }

  function endDrag(): void {
    drag.current = null;
    setGuides([]);
  }

  function pressKey(event: KeyboardEvent<HTMLElement>, at: number): void {
    const arrow = arrows[event.code];
    if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      if (!chosen.includes(at)) dispatch({ do: 'choose', at });
      const far = event.shiftKey ? step * 10 : step;
      dispatch({ do: 'move', by: { x: arrow[0] * far, y: arrow[1] * far }, act: `keys ${at}` });
    } else if (event.code === 'Delete' || event.code === 'Backspace') {
      event.preventDefault();
      if (!chosen.includes(at)) dispatch({ do: 'choose', at });
      dispatch({ do: 'remove' });
      sheet.current?.focus();
    } else if (event.code === 'Escape') {
      dispatch({ do: 'choose_none' });
    }
  }

  return (
    <div
      ref={sheet}
      className={classes.sheet}
      role="application"
      aria-label={t`Sheet`}
      tabIndex={-1}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      onPointerDown={(event) => event.target === event.currentTarget && dispatch({ do: 'choose_none' })}
    >
      {scan && <img className={classes.layer} src={scan} alt="" draggable={false} />}
      {picture && (
        <img
          className={classes.layer}
          data-over={scan !== null || undefined}
          src={picture}
          alt={t`The sheet as it is printed`}
          draggable={false}
        />
      )}
      {content.boxes.map((box, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is known by its place in the template
          key={at}
          type="button"
          className={classes.box}
          data-box={at}
          data-chosen={chosen.includes(at) || undefined}
          aria-label={nameOfBox(box, at)}
          aria-description={descriptionOf(box)}
          aria-pressed={chosen.includes(at)}
          style={styleOf(box, size)}
          onPointerDown={(event) => startDrag(event, at, false)}
          onPointerMove={moveDrag}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          onClick={(event) => {
            // Pressed by keyboard; a pointer has chosen it already.
            if (event.detail === 0) dispatch({ do: 'choose', at, isAdded: event.shiftKey });
          }}
          onKeyDown={(event) => pressKey(event, at)}
        >
          <span className={classes.label} aria-hidden>
            {nameOfBox(box, at)}
          </span>
          {only === at && (
            <span
              className={classes.corner}
              aria-hidden
              onPointerDown={(event) => startDrag(event, at, true)}
              onPointerMove={moveDrag}
              onPointerUp={endDrag}
              onPointerCancel={endDrag}
            />
          )}
        </button>
      ))}
      {guides.map(({ axis, at }) => (
        <span
          key={axis}
          className={classes.guide}
          data-axis={axis}
          style={
            axis === 'x' ? { left: `${(at / size.width) * 100}%` } : { top: `${(at / size.height) * 100}%` }
          }
        />
      ))}
    </div>
  );
}

function descriptionOf(box: Box): string | undefined {
  return box.kind === 'text' && box.lines.length > 1 ? box.lines.map(nameOfLine).join('; ') : undefined;
}

/** Smaller boxes lie above larger ones, so that each can be grabbed. */
function styleOf({ x, y, width, height }: Box, sheet: { width: number; height: number }) {
  return {
    left: `${(x / sheet.width) * 100}%`,
    top: `${(y / sheet.height) * 100}%`,
    width: `${(width / sheet.width) * 100}%`,
    height: `${(height / sheet.height) * 100}%`,
    zIndex: 1 + Math.round(1_000 * (1 - (width * height) / (sheet.width * sheet.height))),
  };
}

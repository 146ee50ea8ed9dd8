import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FileReference } from '#shared/fields.ts';
import { findOpenDocument, type OpenDocument, openDocument, type Picture } from './open-document.ts';

export type ShownDocument = {
  file: FileReference;
  /** Null while it is loading. */
  picture: Picture | null;
  pageCount: number;
  failure: unknown;
  look: DocumentView;
  /** Zooms, rotates, pans or changes the page. */
  change: (change: ViewChange) => void;
  windowRef: RefObject<HTMLDivElement | null>;
  /** In pixels, before rotation. */
  size: { width: number; height: number };
};

type Loaded = {
  id: string;
  opened: OpenDocument | null;
  page: number;
  picture: Picture | null;
  failure: unknown;
};

/**
 * One image or PDF with its view state, which is reset for another file. Prefetched documents appear in the first
 * paint.
 */
export function useDocument(file: FileReference): ShownDocument {
  const [looks, setLooks] = useState({ id: file.id, look: initialView });
  const look = looks.id === file.id ? looks.look : initialView;
  const { opened, picture, failure } = usePicture(file, look.page);
  const windowRef = useRef<HTMLDivElement>(null);
  const room = useSize(windowRef);
  const size = picture ? shownSize(picture, room, look) : { width: 0, height: 0 };

  const change = useCallback(
    (wanted: ViewChange) =>
      setLooks((current) => {
        const before = current.id === file.id ? current.look : initialView;
        const after = applyViewChange(before, wanted);
        const held = picture ? clampOffset(after, shownSize(picture, room, after), room) : {};
        return { id: file.id, look: { ...after, ...held } };
      }),
    [file.id, picture, room],
  );
  return { file, picture, pageCount: opened?.pageCount ?? 1, failure, look, change, windowRef, size };
}

function usePicture(file: FileReference, page: number): Pick<Loaded, 'opened' | 'picture' | 'failure'> {
  const [loaded, setLoaded] = useState<Loaded>(() => nothing(file.id, page));
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Partial<Loaded>) => isCurrent && setLoaded({ ...nothing(file.id, page), ...found });
    openDocument(file).then(
      async (opened) => show({ opened, picture: await opened.page(page) }),
      (failure: unknown) => show({ failure }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, page]);
  if (loaded.id === file.id && loaded.page === page && (loaded.picture || loaded.failure)) return loaded;
  const opened = findOpenDocument(file);
  return { opened, picture: page === 1 ? (opened?.first ?? null) : null, failure: null };
}

function nothing(id: string, page: number): Loaded {
  return { id, page, opened: null, picture: null, failure: null };
}

function useSize(ref: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** The view state of a document. */
export type DocumentView = {
  /** 1 fits the window. */
  zoom: number;
  /** Quarter turns to the right. */
  turns: number;
  /** Offset from the centre, in pixels of the window. */
  x: number;
  y: number;
  page: number;
};

export const initialView: DocumentView = { zoom: 1, turns: 0, x: 0, y: 0, page: 1 };

const smallest = 0.5;
const largest = 8;

export type ViewChange =
  | { kind: 'zoom'; factor: number }
  | { kind: 'turn'; quarters: 1 | -1 }
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'page'; page: number }
  | { kind: 'fit' };

export function applyViewChange(look: DocumentView, change: ViewChange): DocumentView {
  switch (change.kind) {
    case 'zoom': {
      const zoom = Math.min(largest, Math.max(smallest, look.zoom * change.factor));
      // Keep the centre of the view.
      const grown = zoom / look.zoom;
      return { ...look, zoom, x: look.x * grown, y: look.y * grown };
    }
    case 'turn':
      return { ...look, turns: (look.turns + change.quarters + 4) % 4, x: 0, y: 0 };
    case 'pan':
      return { ...look, x: look.x + change.x, y: look.y + change.y };
    case 'page':
      return { ...initialView, turns: look.turns, page: change.page };
    case 'fit':
      return { ...look, zoom: 1, x: 0, y: 0 };
  }
}

type Size = { width: number; height: number };

/** The displayed size: the rotated page fitted into the window, times the zoom. */
export function shownSize(page: Size, window: Size, look: Pick<DocumentView, 'zoom' | 'turns'>): Size {
  const isLying = look.turns % 2 === 1;
  const across = isLying ? page.height : page.width;
  const down = isLying ? page.width : page.height;
  const scale = Math.min(window.width / across, window.height / down) * look.zoom;
  return { width: page.width * scale, height: page.height * scale };
}

/** Clamps the offset to the edges of the page, so that it cannot be lost. */
export function clampOffset(look: DocumentView, shown: Size, window: Size): { x: number; y: number } {
  const isLying = look.turns % 2 === 1;
  const spareAcross = Math.max(0, ((isLying ? shown.height : shown.width) - window.width) / 2);
  const spareDown = Math.max(0, ((isLying ? shown.width : shown.height) - window.height) / 2);
  return { x: between(-spareAcross, look.x, spareAcross), y: between(-spareDown, look.y, spareDown) };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

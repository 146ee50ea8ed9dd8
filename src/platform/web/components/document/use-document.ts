import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FileReference } from '#shared/fields.ts';
import {
  changedLook,
  type DocumentLook,
  heldWithin,
  type LookChange,
  plainLook,
  shownSize,
} from './document-look.ts';
import { findOpenDocument, type OpenDocument, openDocument, type Picture } from './open-document.ts';

export type ShownDocument = {
  file: FileReference;
  /** Null while it is loading. */
  picture: Picture | null;
  pageCount: number;
  failure: unknown;
  look: DocumentLook;
  /** Zooms, turns, moves or turns over. */
  change: (change: LookChange) => void;
  windowRef: RefObject<HTMLDivElement | null>;
  /** In pixels, before the page is turned. */
  size: { width: number; height: number };
};

type Loaded = {
  id: string;
  opened: OpenDocument | null;
  page: number;
  picture: Picture | null;
  failure: unknown;
};

/** One image or PDF and how it is looked at; another file begins plain. What was opened ahead is there in the first paint. */
export function useDocument(file: FileReference): ShownDocument {
  const [looks, setLooks] = useState({ id: file.id, look: plainLook });
  const look = looks.id === file.id ? looks.look : plainLook;
  const { opened, picture, failure } = usePicture(file, look.page);
  const windowRef = useRef<HTMLDivElement>(null);
  const room = useSize(windowRef);
  const size = picture ? shownSize(picture, room, look) : { width: 0, height: 0 };

  const change = useCallback(
    (wanted: LookChange) =>
      setLooks((current) => {
        const before = current.id === file.id ? current.look : plainLook;
        const after = changedLook(before, wanted);
        const held = picture ? heldWithin(after, shownSize(picture, room, after), room) : {};
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

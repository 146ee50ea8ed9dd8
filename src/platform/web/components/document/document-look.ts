/** How a document is looked at. */
export type DocumentLook = {
  /** 1 is as large as fits. */
  zoom: number;
  /** Quarter turns to the right. */
  turns: number;
  /** Pixels of the window, from the middle. */
  x: number;
  y: number;
  page: number;
};

export const plainLook: DocumentLook = { zoom: 1, turns: 0, x: 0, y: 0, page: 1 };

const smallest = 0.5;
const largest = 8;

export type LookChange =
  | { kind: 'zoom'; factor: number }
  | { kind: 'turn'; quarters: 1 | -1 }
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'page'; page: number }
  | { kind: 'fit' };

export function changedLook(look: DocumentLook, change: LookChange): DocumentLook {
  switch (change.kind) {
    case 'zoom': {
      const zoom = Math.min(largest, Math.max(smallest, look.zoom * change.factor));
      // What stands in the middle stays there.
      const grown = zoom / look.zoom;
      return { ...look, zoom, x: look.x * grown, y: look.y * grown };
    }
    case 'turn':
      return { ...look, turns: (look.turns + change.quarters + 4) % 4, x: 0, y: 0 };
    case 'pan':
      return { ...look, x: look.x + change.x, y: look.y + change.y };
    case 'page':
      return { ...plainLook, turns: look.turns, page: change.page };
    case 'fit':
      return { ...look, zoom: 1, x: 0, y: 0 };
  }
}

type Size = { width: number; height: number };

/** The size on the screen at which the turned page fits into the window, times the zoom. */
export function shownSize(page: Size, window: Size, look: Pick<DocumentLook, 'zoom' | 'turns'>): Size {
  const isLying = look.turns % 2 === 1;
  const across = isLying ? page.height : page.width;
  const down = isLying ? page.width : page.height;
  const scale = Math.min(window.width / across, window.height / down) * look.zoom;
  return { width: page.width * scale, height: page.height * scale };
}

/** No further than to the edge of the page, so that it cannot be lost. */
export function heldWithin(look: DocumentLook, shown: Size, window: Size): { x: number; y: number } {
  const isLying = look.turns % 2 === 1;
  const spareAcross = Math.max(0, ((isLying ? shown.height : shown.width) - window.width) / 2);
  const spareDown = Math.max(0, ((isLying ? shown.width : shown.height) - window.height) / 2);
  return { x: between(-spareAcross, look.x, spareAcross), y: between(-spareDown, look.y, spareDown) };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

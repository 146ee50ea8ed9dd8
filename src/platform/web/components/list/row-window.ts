/**
 * The arithmetic of a list of any length in an element of bounded height. Chromium caps an element at
 * 33,554,428 px and Firefox at about half of it, so that a million rows do not fit: the exact offset of the rows
 * (`top`) is the truth, and the scrollbar shows it scaled. Near both ends one pixel of the scrollbar is one pixel
 * of rows, so that reaching the first and the last row feels as in any short list; only the far middle is squeezed.
 */

/** No scrolled element is higher than this. */
const highest = 8_000_000;
/** What is unscaled at each end. */
const unscaled = 1_000_000;

export type Track = { rowCount: number; rowHeight: number; viewHeight: number };

/** Height of all rows, scaled or not. */
function fullHeight(track: Track): number {
  return track.rowCount * track.rowHeight;
}

/** Height of the element that makes the scrollbar. */
export function trackHeight(track: Track): number {
  return Math.min(fullHeight(track), highest);
}

export function isScaled(track: Track): boolean {
  return fullHeight(track) > highest;
}

/** The greatest offset: the last row stands at the bottom. */
export function maximumTop(track: Track): number {
  return Math.max(0, fullHeight(track) - track.viewHeight);
}

export function clampTop(track: Track, top: number): number {
  return Math.max(0, Math.min(maximumTop(track), top));
}

/** How many pixels of scrollbar one pixel of rows takes in the squeezed middle. */
function squeeze(track: Track): number {
  const scrollable = highest - track.viewHeight;
  return (scrollable - 2 * unscaled) / (maximumTop(track) - 2 * unscaled);
}

export function scrollOfTop(track: Track, top: number): number {
  if (!isScaled(track) || top <= unscaled) return top;
  const below = maximumTop(track) - top;
  if (below <= unscaled) return highest - track.viewHeight - below;
  return unscaled + (top - unscaled) * squeeze(track);
}

export function topOfScroll(track: Track, scroll: number): number {
  if (!isScaled(track) || scroll <= unscaled) return clampTop(track, scroll);
  const below = highest - track.viewHeight - scroll;
  if (below <= unscaled) return clampTop(track, maximumTop(track) - below);
  return clampTop(track, unscaled + (scroll - unscaled) / squeeze(track));
}

/** Rows to draw: from `first` up to, not including, `end`. */
export type RowRange = { first: number; end: number };

/** Rows drawn beyond either edge, so that a frame's delay shows no gap. */
const overscan = 4;

export function rangeAt(track: Track, top: number): RowRange {
  const first = Math.floor(top / track.rowHeight);
  const end = Math.ceil((top + track.viewHeight) / track.rowHeight);
  return { first: Math.max(0, first - overscan), end: Math.min(track.rowCount, end + overscan) };
}

/** The first row of a drawn range that stands inside the view. */
export function firstSeen(range: RowRange): number {
  return range.first === 0 ? 0 : range.first + overscan;
}

/** The offset nearest to `top` at which the whole of a row is seen. */
export function topRevealing(track: Track, top: number, index: number): number {
  const rowTop = index * track.rowHeight;
  const lowest = rowTop + track.rowHeight - track.viewHeight;
  return clampTop(track, Math.max(lowest, Math.min(top, rowTop)));
}

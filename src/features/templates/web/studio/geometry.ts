import type { Box } from '#features/certificates/template.ts';

/** In millimetres. */
export type Rectangle = Pick<Box, 'x' | 'y' | 'width' | 'height'>;
export type Size = { width: number; height: number };

/** A smaller box could not be seen or grabbed. */
const minimumSide = 3;

/** Dragging snaps to half millimetres, and within `snapsFrom` millimetres to other boxes. */
const raster = 0.5;
const snapsFrom = 1.2;

export function toTenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}

function toRaster(millimetres: number): number {
  return Math.round(millimetres / raster) * raster;
}

/** The box moved and shrunk to lie within the sheet. */
export function keepOnSheet({ x, y, width, height }: Rectangle, sheet: Size): Rectangle {
  const side = (wanted: number, most: number) => toTenths(Math.min(Math.max(wanted, minimumSide), most));
  const [across, down] = [side(width, sheet.width), side(height, sheet.height)];
  const edge = (wanted: number, most: number) => toTenths(Math.min(Math.max(wanted, 0), most));
  return { x: edge(x, sheet.width - across), y: edge(y, sheet.height - down), width: across, height: down };
}

/** A line to which the dragged box has snapped. */
export type Guide = { axis: 'x' | 'y'; at: number };

/** Snaps a box so that an edge or its middle meets those of other boxes or of the sheet. */
export function snapped(
  place: Rectangle,
  others: readonly Rectangle[],
  sheet: Size,
): { place: Rectangle; guides: Guide[] } {
  const all = [...others, { x: 0, y: 0, ...sheet }];
  const across = nearest(
    [place.x, place.x + place.width / 2, place.x + place.width],
    all.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
  );
  const down = nearest(
    [place.y, place.y + place.height / 2, place.y + place.height],
    all.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
  );
  return {
    place: {
      ...place,
      x: across ? toTenths(place.x + across.by) : toRaster(place.x),
      y: down ? toTenths(place.y + down.by) : toRaster(place.y),
    },
    guides: [
      ...(across ? [{ axis: 'x', at: across.at } as const] : []),
      ...(down ? [{ axis: 'y', at: down.at } as const] : []),
    ],
  };
}

/** The distance to the nearest of the others' lines, if one is near. */
function nearest(own: readonly number[], others: readonly number[]): { by: number; at: number } | null {
  let found: { by: number; at: number } | null = null;
  for (const line of own)
    for (const at of others)
      if (Math.abs(at - line) <= Math.abs(found?.by ?? snapsFrom)) found = { by: at - line, at };
  return found;
}

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** Aligned with each other; a single box with the sheet. */
export function aligned(places: readonly Rectangle[], alignment: Alignment, sheet: Size): Rectangle[] {
  const frame = places.length > 1 ? frameOf(places) : { x: 0, y: 0, ...sheet };
  return places.map((place) => {
    const [right, bottom] = [frame.x + frame.width - place.width, frame.y + frame.height - place.height];
    const to = {
      left: { x: frame.x },
      centre: { x: (frame.x + right) / 2 },
      right: { x: right },
      top: { y: frame.y },
      middle: { y: (frame.y + bottom) / 2 },
      bottom: { y: bottom },
    }[alignment];
    return inTenths({ ...place, ...to });
  });
}

/** With equal gaps; the outermost boxes stay. */
export function distributed(places: readonly Rectangle[], axis: 'x' | 'y'): Rectangle[] {
  const side = axis === 'x' ? 'width' : 'height';
  const order = places.toSorted((a, b) => a[axis] - b[axis]);
  const frame = frameOf(places);
  const taken = places.reduce((sum, place) => sum + place[side], 0);
  const gap = (frame[side] - taken) / (places.length - 1);
  const starts = new Map<Rectangle, number>();
  let at = frame[axis];
  for (const place of order) {
    starts.set(place, at);
    at += place[side] + gap;
  }
  return places.map((place) => inTenths({ ...place, [axis]: starts.get(place)! }));
}

function inTenths({ x, y, ...size }: Rectangle): Rectangle {
  return { x: toTenths(x), y: toTenths(y), ...size };
}

function frameOf(places: readonly Rectangle[]): Rectangle {
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map((place) => place.y));
  const right = Math.max(...places.map((place) => place.x + place.width));
  const bottom = Math.max(...places.map((place) => place.y + place.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** A free place for a new box, searched from the top of the sheet; its middle if there is none. */
export function findFreeSpace(size: Size, others: readonly Rectangle[], sheet: Size): Rectangle {
  const margin = 10;
  for (let y = margin; y + size.height <= sheet.height - margin; y += 5)
    for (let x = margin; x + size.width <= sheet.width - margin; x += 5) {
      const place = { x, y, ...size };
      if (!others.some((other) => overlap(place, other))) return place;
    }
  return { x: (sheet.width - size.width) / 2, y: (sheet.height - size.height) / 2, ...size };
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

import type { Json } from '../harness/people.ts';
import type { Design } from './a-designs.ts';
import { type Box, holds, linesOf, overlap, type Page, type Piece } from './a-places.ts';

// "nothing outside its box or below its minimum size, by measured boxes". Where a template says where its fields stand, in
// millimetres, each text has to lie in one of these boxes; where it does not, the frame is what the sheet with the shortest texts
// takes: number, photo, QR and signatures stand at its edges. Adapt the patterns, not the demand.

const inPoints = (mm: number) => (mm / 25.4) * 72;

type Field = Box & { floor?: number };

/** Boxes of a template, at whatever depth it has objects with x, y, width and height. */
export function fieldsOf(template: Json, page: Page): Field[] {
  const found: Field[] = [];
  const visit = (value: Json) => {
    if (!value || typeof value !== 'object') return;
    const number = (like: RegExp): number | undefined => {
      const key = Object.keys(value).find((name) => like.test(name) && typeof value[name] === 'number');
      return key === undefined ? undefined : value[key];
    };
    const [x, y, width, height] = [
      number(/^(x|left)(_?mm)?$/i),
      number(/^(y|top)(_?mm)?$/i),
      number(/^width(_?mm)?$/i),
      number(/^height(_?mm)?$/i),
    ];
    if (x !== undefined && y !== undefined && width && height) {
      // Of a box of several lines each has a floor of its own.
      const floors = (value.lines ?? [])
        .map((line: Json) => line.floor)
        .filter((one: unknown) => typeof one === 'number');
      const floor =
        number(/floor|min(imum)?_?(size|pt)/i) ?? (floors.length ? Math.min(...floors) : undefined);
      const box = {
        x: inPoints(x),
        y: page.height - inPoints(y + height),
        width: inPoints(width),
        height: inPoints(height),
      };
      found.push(floor === undefined ? box : { ...box, floor });
    }
    for (const one of Object.values(value)) visit(one);
  };
  visit(template);
  return found.map((field) => ({ ...field, ...shifted(field, template, page) }));
}

/** A printer that pulls its paper in askew has the whole sheet moved by some tenths of a millimetre: by as much as the QR is. */
function shifted(field: Box, template: Json, page: Page): Box {
  const qr = template.boxes?.find(({ kind }: Json) => kind === 'qr');
  if (!qr) return field;
  const wanted = { x: inPoints(qr.x + qr.width / 2), y: page.height - inPoints(qr.y + qr.height / 2) };
  const moves = codesOf(page).map(({ x, y, width, height }) => ({
    x: x + width / 2 - wanted.x,
    y: y + height / 2 - wanted.y,
  }));
  const move = moves.find(({ x, y }) => Math.hypot(x, y) < inPoints(3));
  return move ? { ...field, x: field.x + move.x, y: field.y + move.y } : field;
}

/** The least size of any text where a template says none: smaller is not read by a person of sixty. */
const least = { name: 12, other: 6 };

export function frameOf(page: Page): Box {
  const all: Box[] = [...page.pieces.filter(({ size }) => size > 2), ...page.images, ...codesOf(page)];
  const [left, bottom] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  return {
    x: left,
    y: bottom,
    width: Math.max(...all.map(({ x, width }) => x + width)) - left,
    height: Math.max(...all.map(({ y, height }) => y + height)) - bottom,
  };
}

/** Squares of 15 to 45 mm that are drawn as paths: the QR. Its quiet zone is a matter of its own (a2-qr). */
const codesOf = ({ drawn }: Page): Box[] =>
  drawn
    .filter(
      ({ width, height }) => width > inPoints(15) && width < inPoints(45) && Math.abs(width - height) < 2,
    )
    .map(({ x, y, width, height }) => ({
      x: x + width * 0.1,
      y: y + height * 0.1,
      width: width * 0.8,
      height: height * 0.8,
    }));

/** What is wrong on a page, in words. */
export function faultsOn(page: Page, design: Design, frame: Box, name: string): string[] {
  const faults: string[] = [];
  const written = page.pieces.filter(({ size }) => size > 2);
  const lines = linesOf(written);
  const fields = fieldsOf(design.template, page);
  for (const line of lines) {
    const where = `'${line.text}' at ${[line.x, line.y, line.width, line.height].map(Math.round).join(' ')}`;
    const own = fields.filter((field) => holds(field, line, inPoints(0.5)));
    if (fields.length && !own.length) faults.push(`${where}: outside every field of the template`);
    if (!holds(frame, line, inPoints(2)))
      faults.push(
        `${where}: outside the frame ${[frame.x, frame.y, frame.width, frame.height].map(Math.round).join(' ')}`,
      );
    const floor = Math.min(...own.map((field) => field.floor ?? 0), Number.POSITIVE_INFINITY);
    const wanted =
      Number.isFinite(floor) && floor > 0
        ? floor
        : line.text.includes(name.split(' ')[0]!)
          ? least.name
          : least.other;
    if (line.size < wanted - 0.05) faults.push(`${where}: ${line.size.toFixed(1)} pt, at least ${wanted}`);
    for (const box of [...page.images, ...codesOf(page)]) {
      // A watermark lies under everything.
      if (box.width > page.width * 0.3) continue;
      const { width, height } = overlap(line, box);
      if (Math.min(width, height) > 1.5) faults.push(`${where}: over a picture`);
    }
    for (const other of lines)
      if (other !== line && isOver(line, other)) faults.push(`${where}: over '${other.text}'`);
  }
  return [...new Set(faults)];
}

const native = /[\u0900-\u0dff]/;

function isOver(line: Piece, other: Piece): boolean {
  // A sign of an Indian script may be a piece above or below its letters.
  if (
    native.test(line.text) &&
    native.test(other.text) &&
    Math.abs(line.baseline - other.baseline) < Math.max(line.size, other.size) * 0.8
  )
    return false;
  const { width, height } = overlap(line, other);
  return width > 1.5 && height > Math.min(line.height, other.height) * 0.25;
}

import { type Box, paperSize, type TemplateContent } from '#features/certificates/template.ts';
import type { PlaceOfSheet, Specimen } from '../contract.ts';

type Marker = Specimen['places'][number];

/** A marker's share of the sheet's width on a phone of 390 pixels. */
export const shareOfMarker = 20 / 358;
/** Below the line of a signature: office and holder. */
const belowLine = (28 / 72) * 25.4;

/** Where the markers of the specimen go: centred in large boxes, otherwise beside the text. */
export function markersOn(template: TemplateContent): Marker[] {
  const code = boxWith(template, '{verificationCode}');
  const ofKind = (kind: Box['kind']) => template.boxes.filter((box) => box.kind === kind);
  const boxes: [PlaceOfSheet, Box | undefined][] = [
    // The number is often printed beside the QR code as well.
    ['number', boxWith(template, '{convocationNumber}', code) ?? boxWith(template, '{convocationNumber}')],
    ['photo', ofKind('photo')[0]],
    ['qr', ofKind('qr')[0]],
    ['code', code],
    ['serial', boxWith(template, '{blankSerial}')],
    ...ofKind('signature').map((box): [PlaceOfSheet, Box] => ['signature', box]),
    ['seal', ofKind('seal')[0]],
  ];
  return boxes.flatMap(([what, box]) => (box ? [{ what, ...positionBeside(box, template) }] : []));
}

function boxWith({ boxes }: TemplateContent, field: string, other?: Box): Box | undefined {
  return boxes.find(
    (box) => box !== other && box.kind === 'text' && box.lines.some(({ text }) => text.includes(field)),
  );
}

function positionBeside(box: Box, template: TemplateContent): Omit<Marker, 'what'> {
  const { width, height } = paperSize(template);
  const at = (x: number, y: number, lies: Marker['lies']) => ({
    x: share(x, width),
    y: share(y, height),
    lies,
  });
  const middle = box.y + box.height / 2;
  if (box.kind === 'photo' || box.kind === 'seal') return at(box.x + box.width / 2, middle, 'middle');
  if (box.kind === 'signature')
    return at(box.x + box.width / 2, box.y + (box.height - belowLine) / 2, 'middle');
  const size = width * shareOfMarker;
  const isFree = box.x >= size && !template.boxes.some((other) => isOver(other, box.x - size, middle, size));
  return isFree ? at(box.x, middle, 'before') : at(box.x + box.width, middle, 'after');
}

/** Whether a marker would cover part of a box; a seal's box is empty. */
function isOver(box: Box, x: number, middle: number, size: number): boolean {
  if (box.kind === 'seal') return false;
  const isBeside = box.x + box.width <= x || box.x >= x + size;
  const isAboveOrBelow = box.y + box.height <= middle - size / 2 || box.y >= middle + size / 2;
  return !isBeside && !isAboveOrBelow;
}

function share(value: number, whole: number): number {
  return Math.round((value / whole) * 1_000) / 1_000;
}

import { expect, test } from 'vitest';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { paperSize } from '#features/certificates/template.ts';
import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import { markersOn, shareOfMarker } from './specimen-markers.ts';

test.each(Object.keys(certificateDesigns) as (keyof typeof certificateDesigns)[])(
  'the numbers on %s lie on the sheet, and none hides another or the QR code, also on a telephone',
  (name) => {
    const template = designOf(name);
    const { width, height } = paperSize(template);
    const size = shareOfMarker * width;
    const markers = markersOn(template).map(({ what, x, y, lies }) => {
      const shift = { before: -size, middle: -size / 2, after: 0 }[lies];
      return { what, x: x * width + shift, y: y * height - size / 2, width: size, height: size };
    });
    for (const { x, y } of markers) {
      expect(x).toBeGreaterThan(0);
      expect(x + size).toBeLessThan(width);
      expect(y).toBeGreaterThan(0);
      expect(y + size).toBeLessThan(height);
    }
    const qr = template.boxes.find(({ kind }) => kind === 'qr')!;
    const shapes = [...markers, { what: 'the code itself', ...qr }];
    const hidden = markers.flatMap((one, at) =>
      shapes.slice(at + 1).flatMap((other) => (overlap(one, other) > 1 ? [`${one.what} ${other.what}`] : [])),
    );
    expect(hidden).toEqual([]);
  },
);

type Shape = { x: number; y: number; width: number; height: number };

/** By how many millimetres, in the direction in which it is less. */
function overlap(one: Shape, other: Shape): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.min(across, down);
}

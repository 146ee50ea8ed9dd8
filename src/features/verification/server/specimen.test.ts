import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import type { TemplateContent } from '#features/certificates/template.ts';

const portal = await filePortal();
await createOffice(portal);

async function ask() {
  const { specimen } = await portal.anonymous.api.verification.findSpecimen();
  return specimen!;
}

test('anyone sees what a certificate looks like, and where to look', async () => {
  const { picture, width, height, places } = await ask();
  const { format, ...size } = await sharp(Buffer.from(picture, 'base64')).metadata();
  expect(format).toBe('webp');
  expect(size.width! / size.height!).toBeCloseTo(width / height, 2);
  expect(new Set(places.map(({ what }) => what))).toEqual(
    new Set(['number', 'photo', 'qr', 'code', 'serial', 'signature', 'seal']),
  );
  for (const { x, y } of places) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(1);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(1);
  }
});

test('its QR code names no certificate', async () => {
  const { picture } = await ask();
  const png = await sharp(Buffer.from(picture, 'base64')).resize({ width: 2_400 }).png().toBuffer();
  const [code] = await readQrCodes(new Uint8Array(png));
  expect(code!.text).toMatch(/\/verify$/);
});

test.each(['landscape', 'portrait'] as const)('SPECIMEN stands across all of %s paper', async (paper) => {
  const template: TemplateContent = {
    paper,
    background: 'none',
    boxes: [{ kind: 'seal', x: 0, y: 0, width: 1, height: 1 }],
  };
  const { png } = await drawTemplate({
    template,
    crest: null,
    sheet: await sampleSheet(),
    mark: 'SPECIMEN',
    legend: 'x',
  });
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isMarked = Array.from({ length: info.width }, (_, x) =>
    Array.from({ length: info.height }, (_, y) => data[y * info.width + x]!).some((grey) => grey < 250),
  );
  const [first, last] = [isMarked.indexOf(true) / info.width, isMarked.lastIndexOf(true) / info.width];
  // Whole letters: nothing of it is cut off at an edge.
  expect(first).toBeGreaterThan(0.01);
  expect(first).toBeLessThan(0.15);
  expect(last).toBeGreaterThan(0.85);
  expect(last).toBeLessThan(0.99);
});

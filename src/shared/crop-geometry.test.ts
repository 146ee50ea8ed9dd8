import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Crop,
  frameAspect,
  isCoarse,
  isFramed,
  move,
  outputSize,
  rectangleOf,
  uncropped,
  zoomTo,
} from './crop-geometry.ts';

const webcam = { width: 1920, height: 1080 };

test('uncropped, the frame stands as large as possible in the middle, and rather at the top than at the bottom', () => {
  expect(rectangleOf(webcam, uncropped(webcam))).toEqual({ x: 540, y: 0, width: 840, height: 1080 });
  expect(rectangleOf({ width: 700, height: 1000 }, uncropped({ width: 700, height: 1000 }))).toEqual({
    x: 0,
    y: 20,
    width: 700,
    height: 900,
  });
});

test('a picture that is moved to the right shows what was to the left of the frame', () => {
  const moved = move(webcam, uncropped(webcam), { x: 0.1, y: 0 });
  expect(rectangleOf(webcam, moved).x).toBeCloseTo(540 - 84);
  expect(rectangleOf(webcam, moved).y).toBe(0);
});

test('a picture has the sides of the frame when it is cut to them by whole pixels', () => {
  expect(isFramed({ width: 413, height: 531 })).toBe(true);
  expect(isFramed({ width: 840, height: 1080 })).toBe(true);
  expect(isFramed(webcam)).toBe(false);
  expect(isFramed({ width: 600, height: 800 })).toBe(false);
});

test('zooming keeps the middle of the frame', () => {
  const zoomed = rectangleOf(webcam, zoomTo(webcam, uncropped(webcam), 2));
  expect(zoomed).toEqual({ x: 750, y: 270, width: 420, height: 540 });
});

test('a photo has the pixels of its picture, at least those of a print and at most three times as many', () => {
  expect(outputSize(webcam, uncropped(webcam))).toEqual({ width: 840, height: 1080 });
  expect(outputSize({ width: 640, height: 480 }, uncropped({ width: 640, height: 480 }))).toEqual({
    width: 413,
    height: 531,
  });
  expect(outputSize({ width: 6000, height: 4000 }, uncropped({ width: 6000, height: 4000 })).width).toBe(
    1239,
  );
  expect(isCoarse(webcam, uncropped(webcam))).toBe(false);
  expect(isCoarse({ width: 640, height: 480 }, uncropped({ width: 640, height: 480 }))).toBe(true);
});

test('whatever is done to it, the frame keeps its shape and stays within the picture', () => {
  const side = fc.integer({ min: 20, max: 5_000 });
  const share = fc.double({ min: -3, max: 3, noNaN: true });
  const step = fc.oneof(
    fc.record({ x: share, y: share }),
    fc.double({ min: 0.1, max: 9, noNaN: true }).map((zoom) => ({ zoom })),
  );
  fc.assert(
    fc.property(side, side, fc.array(step, { maxLength: 12 }), (width, height, steps) => {
      const picture = { width, height };
      let crop: Crop = uncropped(picture);
      for (const one of steps)
        crop = 'zoom' in one ? zoomTo(picture, crop, one.zoom) : move(picture, crop, one);
      const { x, y, ...frame } = rectangleOf(picture, crop);
      expect(frame.width / frame.height).toBeCloseTo(frameAspect);
      expect(Math.min(x, y)).toBeGreaterThan(-0.01);
      expect(x + frame.width).toBeLessThan(width + 0.01);
      expect(y + frame.height).toBeLessThan(height + 0.01);
    }),
  );
});

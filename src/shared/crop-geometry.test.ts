import { expect, test } from 'vitest';
import { isCoarse, isFramed, largestCrop, outputSize } from './crop-geometry.ts';

const webcam = { width: 1920, height: 1080 };
const small = { width: 640, height: 480 };

test('uncropped, the frame stands as large as possible in the middle, and rather at the top than at the bottom', () => {
  expect(largestCrop(webcam)).toEqual({ x: 540, y: 0, width: 840, height: 1080 });
  expect(largestCrop({ width: 700, height: 1000 })).toEqual({ x: 0, y: 20, width: 700, height: 900 });
});

test('a picture has the sides of the frame when it is cut to them by whole pixels', () => {
  expect(isFramed({ width: 413, height: 531 })).toBe(true);
  expect(isFramed({ width: 840, height: 1080 })).toBe(true);
  expect(isFramed(webcam)).toBe(false);
  expect(isFramed({ width: 600, height: 800 })).toBe(false);
});

test('a photo has the pixels of its picture, at least those of a print and at most three times as many', () => {
  expect(outputSize(largestCrop(webcam))).toEqual({ width: 840, height: 1080 });
  expect(outputSize(largestCrop(small))).toEqual({ width: 413, height: 531 });
  expect(outputSize(largestCrop({ width: 6000, height: 4000 })).width).toBe(1239);
  expect(isCoarse(largestCrop(webcam))).toBe(false);
  expect(isCoarse(largestCrop(small))).toBe(true);
});

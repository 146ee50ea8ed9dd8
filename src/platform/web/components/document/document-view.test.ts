import { describe, expect, test } from 'vitest';
import { applyViewChange, clampOffset, initialView, shownSize } from './use-document.ts';

const page = { width: 400, height: 800 };
const room = { width: 200, height: 200 };

describe('the size of a page', () => {
  test('fits the window, lying as well', () => {
    expect(shownSize(page, room, { zoom: 1, turns: 0 })).toEqual({ width: 100, height: 200 });
    expect(shownSize(page, room, { zoom: 1, turns: 1 })).toEqual({ width: 100, height: 200 });
    expect(shownSize(page, { width: 400, height: 200 }, { zoom: 1, turns: 3 })).toEqual({
      width: 200,
      height: 400,
    });
  });

  test('has its bounds', () => {
    const grown = Array.from({ length: 30 }).reduce<typeof initialView>(
      (look) => applyViewChange(look, { kind: 'zoom', factor: 1.25 }),
      initialView,
    );
    expect(grown.zoom).toBe(8);
  });
});

test('turning goes round, and begins in the middle again', () => {
  let look = applyViewChange(initialView, { kind: 'pan', x: 30, y: 9 });
  look = applyViewChange(look, { kind: 'turn', quarters: -1 });
  expect(look).toMatchObject({ turns: 3, x: 0, y: 0 });
  expect(applyViewChange(look, { kind: 'turn', quarters: 1 }).turns).toBe(0);
});

test('zooming keeps what stands in the middle', () => {
  const moved = applyViewChange(initialView, { kind: 'pan', x: 10, y: -20 });
  expect(applyViewChange(moved, { kind: 'zoom', factor: 2 })).toMatchObject({ zoom: 2, x: 20, y: -40 });
});

test('a page cannot be moved out of its window', () => {
  const far = { ...initialView, zoom: 2, x: 5_000, y: -5_000 };
  expect(clampOffset(far, shownSize(page, room, far), room)).toEqual({ x: 0, y: -100 });
  const lying = { ...far, turns: 1 };
  expect(clampOffset(lying, shownSize(page, room, lying), room)).toEqual({ x: 100, y: -0 });
});

import { describe, expect, test } from 'vitest';
import { aligned, distributed, findFreeSpace, keepOnSheet, snapped } from './geometry.ts';

const sheet = { width: 297, height: 210 };
const small = { x: 20, y: 30, width: 40, height: 10 };
const large = { x: 100, y: 50, width: 60, height: 30 };

describe('alignment', () => {
  test.each([
    ['left', { x: 20 }, { x: 20 }],
    ['centre', { x: 70 }, { x: 60 }],
    ['right', { x: 120 }, { x: 100 }],
    ['top', { y: 30 }, { y: 30 }],
    ['middle', { y: 50 }, { y: 40 }],
    ['bottom', { y: 70 }, { y: 50 }],
  ] as const)('%s brings boxes in line with each other', (alignment, first, second) => {
    expect(aligned([small, large], alignment, sheet)).toEqual([
      { ...small, ...first },
      { ...large, ...second },
    ]);
  });

  test('of a single box is with the sheet', () => {
    expect(aligned([small], 'centre', sheet)).toEqual([{ ...small, x: 128.5 }]);
    expect(aligned([small], 'bottom', sheet)).toEqual([{ ...small, y: 200 }]);
  });

  test('leaves the same gap between each two, whichever was chosen first', () => {
    const last = { x: 250, y: 90, width: 20, height: 20 };
    const [a, b, c] = distributed([last, small, large], 'x');
    expect([a, b, c]).toEqual([last, small, { ...large, x: 125 }]);
    expect(b!.x + b!.width + 65).toBe(c!.x);
    expect(c!.x + c!.width + 65).toBe(a!.x);
  });
});

describe('what is dragged', () => {
  test('comes to rest where its edge meets that of another, and says on which line', () => {
    const { place, guides } = snapped({ ...small, x: 101.1, y: 3.2 }, [large], sheet);
    expect(place).toEqual({ ...small, x: 100, y: 3 });
    expect(guides).toEqual([{ axis: 'x', at: 100 }]);
  });

  test('stands on half millimetres where nothing is near', () => {
    expect(snapped({ ...small, x: 71.3, y: 113.8 }, [large], sheet)).toEqual({
      place: { ...small, x: 71.5, y: 114 },
      guides: [],
    });
  });

  test('stays on the sheet with all its sides', () => {
    expect(keepOnSheet({ x: -4, y: 205, width: 400, height: 1 }, sheet)).toEqual({
      x: 0,
      y: 205,
      width: 297,
      height: 3,
    });
    expect(keepOnSheet({ ...small, x: 290, y: 300 }, sheet)).toMatchObject({ x: 257, y: 200 });
  });
});

test('a new box covers none, while there is room', () => {
  const size = { width: 40, height: 10 };
  const { x, y } = findFreeSpace(size, [{ x: 0, y: 0, width: 297, height: 60 }], sheet);
  expect({ x, y }).toEqual({ x: 10, y: 60 });
  const full = findFreeSpace(size, [{ x: 0, y: 0, ...sheet }], sheet);
  expect(full).toMatchObject({ x: 128.5, y: 100 });
});

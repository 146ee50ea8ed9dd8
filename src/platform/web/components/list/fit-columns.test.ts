import { expect, test } from 'vitest';
import type { Column } from '../list.tsx';
import { fitColumns } from './fit-columns.ts';

type Test = Partial<Column<object>> & { key: string };
const column = (one: Test) =>
  ({ header: '', isAmount: false, isAge: false, textOf: () => '', ...one }) as Column<object>;
const columns = [
  column({ key: 'number' }),
  column({ key: 'name', card: 'title' }),
  column({ key: 'college' }),
  column({ key: 'paid', isAmount: true }),
  column({ key: 'pending', isAmount: true }),
  column({ key: 'status', card: 'badge' }),
];
const contents = new Map(
  Object.entries({ number: 90, name: 160, college: 400, paid: 80, pending: 80, status: 120 }),
);
const fittedTo = (viewWidth: number, dragged = {}) =>
  fitColumns({ columns, contents, dragged, viewWidth, endWidth: 85 });
const keys = (some: readonly Column<object>[]) => some.map(({ key }) => key);

test('columns fit their content, and a cut text gets what is left over', () => {
  expect(fittedTo(800).widths).toEqual({
    number: 90,
    name: 160,
    college: 240,
    paid: 80,
    pending: 80,
    status: 120,
  });
  expect(fittedTo(900).widths.college).toBe(285);
  expect(fittedTo(2_000).widths.college).toBe(400);
  expect(fittedTo(2_000, { college: 150 }).widths.college).toBe(150);
});

test.each([
  [1_000, ['name'], ['status', 'paid', 'pending']],
  [800, ['name'], ['status']],
  [600, ['name'], []],
  [400, [], []],
])('at %i px what is pinned leaves 320 px to the rest', (viewWidth, left, right) => {
  const fitted = fittedTo(viewWidth);
  expect([keys(fitted.left), keys(fitted.right)]).toEqual([left, right]);
  const pinned = [...fitted.left, ...fitted.right].reduce((sum, { key }) => sum + fitted.widths[key]!, 0);
  expect(viewWidth - pinned - (fitted.isEndPinned ? 85 : 0)).toBeGreaterThanOrEqual(320);
});

test('pinned columns stop beside each other', () => {
  expect(fittedTo(1_000).offsets).toEqual({ name: 0, status: 85, pending: 205, paid: 285 });
});

test('a long name is cut where the amounts can be pinned then', () => {
  const long = new Map([...contents, ['name', 300]]);
  const nameAt = (viewWidth: number) => {
    const { widths, right } = fitColumns({ columns, contents: long, dragged: {}, viewWidth, endWidth: 85 });
    return [widths.name, right.length];
  };
  expect(nameAt(850)).toEqual([165, 3]);
  expect(nameAt(840)).toEqual([240, 1]);
});

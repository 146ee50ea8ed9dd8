import { describe, expect, test } from 'vitest';
import type { Column } from '../list.tsx';
import { cardOf, drawn, inOrder, moved, pinOf, stickOf } from './column-layout.ts';

const column = (key: string, more: Partial<Column<object, string>> = {}): Column<object, string> => ({
  key,
  header: key,
  width: 100,
  isAmount: false,
  ...more,
});
const columns = [
  column('number'),
  column('name', { card: 'title', width: 200 }),
  column('course'),
  column('total', { isAmount: true, width: 80 }),
  column('paid', { isAmount: true, width: 90 }),
  column('status', { card: 'badge', width: 110 }),
];
const none = { order: [], hidden: [], widths: {}, pins: {} };
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join(' ');

describe('order', () => {
  test('is that of the list as long as nobody chose one', () => {
    expect(keys(inOrder(columns, none))).toBe('number name course total paid status');
  });

  test('is the chosen one; a column that came later stays behind the one that it follows', () => {
    const order = ['course', 'number', 'name', 'paid', 'status'];
    expect(keys(inOrder(columns, { order }))).toBe('course total number name paid status');
  });

  test('moves a column to the place of another, before it or behind it', () => {
    expect(moved(columns, none, 'course', 'name').join(' ')).toBe('number course name total paid status');
    expect(moved(columns, none, 'number', 'course').join(' ')).toBe('name course number total paid status');
  });
});

describe('pins', () => {
  test('what a row is about sticks left, amounts and status right, each beside the one before', () => {
    const places = drawn(columns, none, 75).map(({ key, stick }) => [key, stick?.side, stick?.offset]);
    expect(places).toEqual([
      ['number', undefined, undefined],
      ['name', 'left', 0],
      ['course', undefined, undefined],
      ['total', 'right', 275],
      ['paid', 'right', 185],
      ['status', 'right', 75],
    ]);
  });

  test('stand where they would stick while nothing is scrolled sideways', () => {
    const [, name, , total, , status] = drawn(columns, none, 75).map(stickOf);
    expect(name?.style).toEqual({ '--list-left': '0px' });
    expect(total?.style).toMatchObject({
      '--list-rest': 'min(0px, 100cqw - 755px)',
      '--list-right': '275px',
    });
    // 370 px to the left it stands beside the name.
    expect(status?.style).toEqual({
      '--list-rest': 'max(-370px, min(0px, 100cqw - 755px))',
      '--list-left': '200px',
      '--list-right': '75px',
    });
  });

  test('follow the person, widths too, and leave out what is hidden', () => {
    const view = {
      ...none,
      hidden: ['paid'],
      widths: { number: 60 },
      pins: { number: 'left', total: 'none' },
    } as const;
    const places = drawn(columns, { ...view, hidden: [...view.hidden] }, 0);
    expect(keys(places)).toBe('number name course total status');
    expect(places.map(({ stick }) => stick?.offset)).toEqual([0, 60, undefined, undefined, 0]);
    expect(pinOf(columns[3]!, view)).toBe('none');
  });
});

describe("a phone's card", () => {
  const listed = columns.map((one) => (one.key === 'course' ? { ...one, card: 'line' as const } : one));
  const card = (view: Parameters<typeof cardOf>[1]) =>
    cardOf(listed, view).placed.map((one) => `${one.key}:${one.card}`);

  test('shows what the list has for it', () => {
    expect(card(none)).toEqual(['name:title', 'status:badge', 'course:line']);
    expect(keys(cardOf(listed, none).fields)).toBe('number course total paid');
  });

  test('shows the fields that the person chose, in their order', () => {
    const order = ['name', 'paid', 'number', 'course', 'total', 'status'];
    expect(card({ ...none, order, card: ['number', 'paid'] })).toEqual([
      'name:title',
      'status:badge',
      'paid:line',
      'number:line',
    ]);
  });

  test('leaves out what the person hid and did not choose for it', () => {
    expect(card({ ...none, hidden: ['course', 'status'] })).toEqual(['name:title']);
    expect(card({ ...none, hidden: ['course'], card: ['course'] })).toContain('course:line');
  });
});

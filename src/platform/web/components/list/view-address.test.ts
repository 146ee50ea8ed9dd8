import { expect, test } from 'vitest';
import { parseView, writeView } from './view-address.ts';

const known = ['name', 'roll', 'status'];

test('columns are read from the address as they were written', () => {
  const order = ['status', 'name', 'roll'];
  const view = {
    order,
    hidden: ['roll'],
    widths: { name: 200 },
    card: ['status'],
  };
  const ordered = order.map((key) => ({ key }));
  const text = writeView(ordered, view);
  expect(text).toBe('status-c.name-w200.roll-h');
  expect(parseView(text, known)).toEqual(view);
});

test.each([
  ['unknown-h', null],
  ['', null],
  ['name-w9999-px.name-h.other', { order: ['name'], hidden: [], widths: {} }],
  ['name-h.roll-h.status-h', { order: known, hidden: [], widths: {} }],
])('an address with "%s" breaks no list', (text, view) => {
  expect(parseView(text, known)).toEqual(view);
});

import { expect, test } from 'vitest';
import { scannedUnder } from '#dev/testing/keyboard-layouts.ts';
import { characterOf } from './physical-keys.ts';

const text = 'ABCXYZabcxyz0123456789-/~`_?!@#$%^&*()';

test.each(['us', 'hi', 'kn'] as const)(
  'keys under the layout %s are read as a scanner means them',
  (layout) => {
    expect(scannedUnder(layout, text).map(characterOf).join('')).toBe(text);
  },
);

test('a key that types nothing has no character, and one that no US keyboard has keeps its own', () => {
  for (const key of ['Enter', 'Shift', 'Process', 'Dead', 'F2'])
    expect(characterOf({ key, code: 'KeyA', shiftKey: false })).toBeNull();
  expect(characterOf({ key: 'ಕ', code: 'IntlRo', shiftKey: false })).toBe('ಕ');
});

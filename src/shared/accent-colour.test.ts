import { expect, test } from 'vitest';
import { accentOf } from './accent-colour.ts';

test.each([
  // As Chromium computes `oklch(from … l c h)`.
  ['#ff0000', { hue: 29, strength: 1 }],
  ['#1b4f8a', { hue: 255, strength: 0.89 }],
  ['#7a2d0c', { hue: 42, strength: 0.95 }],
])('%s has the hue %o', (colour, accent) => {
  const found = accentOf(colour);
  expect(Math.abs(found.hue - accent.hue)).toBeLessThanOrEqual(3);
  expect(Math.abs(found.strength - accent.strength)).toBeLessThanOrEqual(0.06);
});

test('a grey tints nothing', () => {
  expect(accentOf('#777777').strength).toBe(0);
});

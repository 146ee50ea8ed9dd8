import { expect, test } from 'vitest';
import { plainNumber } from './typed-number.ts';

test.each([
  ["'00123", '00123'],
  ['’ಕ-೦೧', 'ಕ-01'],
  ['ＲＥＧ‑2024\u00a0/\u200b07', 'REG-2024 /07'],
  ["O'1", "O'1"],
  ['۱٬۲۵۰٫۵۰', '1,250.50'],
  ["'", "'"],
])('%s in plain characters is %s', (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain);
});

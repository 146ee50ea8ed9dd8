import { describe, expect, test } from 'vitest';
import { countSentence, knownLength } from './list-length.ts';

describe('knownLength', () => {
  const full = { page: 0, rowCount: 100, isLast: false };

  test('without a count: the loaded rows and a page more', () => {
    expect(knownLength([full], null)).toEqual({ rowCount: 200, atLeast: 100, isExact: false });
  });

  test('the count settles it', () => {
    expect(knownLength([full], 1_048_576)).toEqual({
      rowCount: 1_048_576,
      atLeast: 1_048_576,
      isExact: true,
    });
  });

  test('a last page knows better than a count that was taken earlier', () => {
    expect(knownLength([full, { page: 1, rowCount: 7, isLast: true }], 110).rowCount).toBe(107);
  });

  test('a jump beyond the end that found nothing only bounds the list', () => {
    const beyond = { page: 5, rowCount: 0, isLast: true };
    expect(knownLength([full, beyond], 900).rowCount).toBe(500);
    expect(knownLength([full, beyond], 286)).toEqual({ rowCount: 286, atLeast: 286, isExact: true });
    expect(knownLength([full, beyond], null)).toEqual({ rowCount: 200, atLeast: 100, isExact: false });
  });

  test('an empty first page is an empty list', () => {
    expect(knownLength([{ page: 0, rowCount: 0, isLast: true }], null)).toEqual({
      rowCount: 0,
      atLeast: 0,
      isExact: true,
    });
  });

  test('nothing loaded, nothing to scroll to', () => {
    expect(knownLength([], null)).toEqual({ rowCount: 0, atLeast: 0, isExact: false });
  });
});

test.each([
  ['12 entries', 12, true, 12, false],
  ['1 entry', 1, true, 1, false],
  ['0 entries', 0, true, 0, false],
  ['100+ entries', 100, false, null, false],
  ['37 of 10,48,576 entries', 37, true, 1_048_576, true],
  ['1 of 12 entries', 1, true, 12, true],
  ['37 entries', 37, true, null, true],
  ['6 entries', 6, true, 1, true],
])('%s', (sentence, atLeast, isExact, total, isNarrowed) => {
  expect(countSentence({ found: { atLeast, isExact }, total, isNarrowed })).toBe(sentence);
});

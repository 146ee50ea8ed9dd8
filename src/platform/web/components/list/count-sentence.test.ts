import { expect, test } from 'vitest';
import { countSentence } from './use-list-rows.ts';

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

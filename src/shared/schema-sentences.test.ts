import { expect, test } from 'vitest';
import { z } from 'zod';
import './schema-sentences.ts';

test('a text or number out of bounds is told its bounds, unless the schema says it itself', () => {
  const sentenceOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  expect(sentenceOf(z.string().max(1_000), 'x'.repeat(1_001))).toBe('At most 1,000 characters.');
  expect(sentenceOf(z.string().min(2), 'x')).toBe('At least 2 characters.');
  expect(sentenceOf(z.number().max(1_00_000), 1_00_001)).toBe('At most 1,00,000.');
  expect(sentenceOf(z.number().min(1), 0)).toBe('At least 1.');
  expect(sentenceOf(z.string().min(1, 'Enter the name.'), '')).toBe('Enter the name.');
});

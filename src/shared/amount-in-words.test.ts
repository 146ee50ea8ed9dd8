import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees One Only'],
  [20, 'Rupees Twenty Only'],
  [21, 'Rupees Twenty-One Only'],
  [100, 'Rupees One Hundred Only'],
  [700, 'Rupees Seven Hundred Only'],
  [1_001, 'Rupees One Thousand One Only'],
  [80_000, 'Rupees Eighty Thousand Only'],
  [123_456, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six Only'],
  [10_00_000, 'Rupees Ten Lakh Only'],
  [1_00_00_000, 'Rupees One Crore Only'],
  [1_23_00_00_00_000, 'Rupees Twelve Thousand Three Hundred Crore Only'],
  [
    99_99_99_999,
    'Rupees Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine Only',
  ],
])('%i rupees', (rupees, words) => {
  expect(amountInWords(rupees)).toBe(words);
});

test.each([
  [0, 'शून्य रुपये मात्र', 'ಸೊನ್ನೆ ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
  [700, 'सात सौ रुपये मात्र', 'ಏಳುನೂರು ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
  [1_225, 'एक हज़ार दो सौ पच्चीस रुपये मात्र', 'ಒಂದು ಸಾವಿರದ ಇನ್ನೂರ ಇಪ್ಪತ್ತೈದು ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
  [80_000, 'अस्सी हज़ार रुपये मात्र', 'ಎಂಬತ್ತು ಸಾವಿರ ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
  [1_23_456, 'एक लाख तेईस हज़ार चार सौ छप्पन रुपये मात्र', 'ಒಂದು ಲಕ್ಷದ ಇಪ್ಪತ್ತಮೂರು ಸಾವಿರದ ನಾನೂರ ಐವತ್ತಾರು ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
])('%i rupees in Hindi and Kannada', (rupees, hindi, kannada) => {
  expect(amountInWords(rupees, 'hi')).toBe(hindi);
  expect(amountInWords(rupees, 'kn')).toBe(kannada);
});

test('in Hindi and Kannada no two amounts are said alike', () => {
  for (const language of ['hi', 'kn'] as const) {
    const amounts = Array.from({ length: 12_000 }, (_, rupees) => amountInWords(rupees, language));
    expect(new Set(amounts).size).toBe(amounts.length);
  }
});

test.each([-1, 0.5, Number.POSITIVE_INFINITY, Number.NaN])('there are no words for %d', (rupees) => {
  expect(() => amountInWords(rupees)).toThrow(RangeError);
});

test('read aloud and written down again, every amount is itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_99_99_999 }), (rupees) => {
      expect(readWords(amountInWords(rupees))).toBe(rupees);
    }),
    { numRuns: 2_000 },
  );
});

const values: Record<string, number> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const multipliers: Record<string, number> = {
  hundred: 100,
  thousand: 1_000,
  lakh: 100_000,
  crore: 10_000_000,
};

/** A reader that knows single words and that a larger unit closes what stands before it. */
function readWords(sentence: string): number {
  const [, counted] = /^Rupees (.+) Only$/.exec(sentence)!;
  let total = 0;
  let open = 0;
  for (const word of counted!.toLowerCase().split(/[ -]/)) {
    const multiplier = multipliers[word];
    if (multiplier === undefined) {
      const value = values[word];
      if (value === undefined) throw new Error(`no such word: ${word}`);
      open += value;
      continue;
    }
    total += open * multiplier;
    open = 0;
  }
  return total + open;
}

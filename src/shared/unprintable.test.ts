import { describe, expect, test } from 'vitest';
import { foldedSigns, PersonName, printedFault } from './names.ts';
import { printedScripts } from './printed-scripts.ts';
import { findUnprintable } from './unprintable.ts';

describe('signs within names', () => {
  // The last two are Greek signs that Unicode holds for the same as ` and ´.
  test.each(['‘', '’', '`', '´', 'ʹ', 'ʻ', 'ʼ', 'ʽ', '′', '＇', "'", '\u1FEF', '\u1FFD'])(
    '%s is an apostrophe',
    (sign) => expect(foldedSigns(`D${sign}Souza`)).toBe("D'Souza"),
  );
  test.each(['\u2010', '\u2011', '\u2013', '-'])('U+%s joins two names', (sign) =>
    expect(foldedSigns(`Anne${sign}Marie`)).toBe('Anne-Marie'),
  );
  test.each(['\u00A0', '\u2007', '\u202F', '\u3000'])('a space of any width is one', (space) =>
    expect(foldedSigns(`Asha${space}Rao`)).toBe('Asha Rao'),
  );
  test('a joiner stays within one script', () => {
    expect(foldedSigns('य\u200Cಕ ರ್\u200Dಯ')).toBe('यಕ ರ್\u200Dಯ');
  });
  test.each(['José', 'ಆಶಾ ರಾವ್', 'K. R. (Raju), W/o & Sons @ 2'])('%s stays', (name) => {
    expect(foldedSigns(name)).toBe(name);
    expect(foldedSigns(foldedSigns(name))).toBe(name);
  });
});

describe('what cannot be printed', () => {
  const chosen = ['kannada', 'devanagari'] as const;

  test('is found by its first letter, with its script in words', () => {
    expect(findUnprintable('Asha ழ ற', chosen)).toEqual({ letter: 'ழ', script: 'Tamil' });
    expect(findUnprintable('వెంకట', chosen)).toEqual({ letter: 'వ', script: 'Telugu' });
    expect(findUnprintable('Asha 🎓', chosen)).toMatchObject({ letter: '🎓' });
    expect(findUnprintable('A\tB', chosen)).not.toBeNull();
    expect(findUnprintable('Asha\u202Eಆ', chosen)).not.toBeNull();
  });

  test('is nothing of what is chosen, composed first', () => {
    for (const text of [
      'Asha Rao',
      'ಆಶಾ ರಾವ್',
      'आशा राव',
      'Śivājī',
      'Jose\u0301',
      "W/o K. (R.) & D'S - 2 @ ?",
    ])
      expect(findUnprintable(text, chosen), text).toBeNull();
    expect(findUnprintable('தமிழ்ச்செல்வி', ['tamil'])).toBeNull();
    expect(findUnprintable('ಆಶಾ', ['tamil'])).toEqual({ letter: 'ಆ', script: 'Kannada' });
    expect(findUnprintable('Asha Rao', [])).toBeNull();
  });

  test.each(['\uA8E0', '\u0C5C'])('a rare %s is not said to be of a script that is printed', (letter) => {
    const sentence = printedFault(`अ${letter}`, ['devanagari', 'telugu']);
    expect(sentence).toMatch(/^The (?:letter|sign) . cannot be printed; the certificate has Latin, /u);
  });

  test('a text of any length is judged at once', () => {
    const letters = (at: number) => [...String(100_000 + at)].map((digit) => 'abcdefghij'[Number(digit)]);
    const words = Array.from({ length: 20_000 }, (_none, at) => letters(at).join('')).join(' ');
    const start = performance.now();
    expect(PersonName().safeParse(words).success).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('each script that can be chosen has a name', () => {
    expect(Object.keys(printedScripts)).toEqual(['kannada', 'devanagari', 'tamil', 'telugu']);
    expect(Object.values<{ name: string }>(printedScripts).map(({ name }) => name)).toEqual([
      'Kannada',
      'Devanagari',
      'Tamil',
      'Telugu',
    ]);
  });
});

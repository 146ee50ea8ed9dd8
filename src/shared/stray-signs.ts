/** The characters of a script by the syllable classes of OpenType, as parts of a character class. */
type Syllables = {
  consonant: string;
  vowel: string;
  nukta: string;
  sign: string;
  virama: string;
  end: string;
};

const scripts: Syllables[] = [
  // Devanagari
  {
    consonant: '\u0915-\u0939\u0958-\u095f\u0978-\u097f',
    vowel: '\u0904-\u0914\u0960\u0961\u0972-\u0977',
    nukta: '\u093c',
    sign: '\u093a\u093b\u093e-\u094c\u094e\u094f\u0955-\u0957\u0962\u0963',
    virama: '\u094d',
    end: '\u0900-\u0903',
  },
  // Kannada
  {
    consonant: '\u0c95-\u0cb9\u0cdd\u0cde',
    vowel: '\u0c85-\u0c94\u0ce0\u0ce1',
    nukta: '\u0cbc',
    sign: '\u0cbe-\u0ccc\u0cd5\u0cd6\u0ce2\u0ce3',
    virama: '\u0ccd',
    end: '\u0c81-\u0c83',
  },
  // Tamil, whose aytham stands alone
  {
    consonant: '\u0b95-\u0bb9',
    vowel: '\u0b85-\u0b94',
    nukta: '',
    sign: '\u0bbe-\u0bcc\u0bd7',
    virama: '\u0bcd',
    end: '\u0b82',
  },
  // Telugu
  {
    consonant: '\u0c15-\u0c39\u0c58-\u0c5a\u0c5d',
    vowel: '\u0c05-\u0c14\u0c60\u0c61',
    nukta: '\u0c3c',
    sign: '\u0c3e-\u0c4c\u0c55\u0c56\u0c62\u0c63',
    virama: '\u0c4d',
    end: '\u0c00-\u0c04',
  },
];

// Before a sign, as in the Kannada ರ‍್ಯ; the non-joiner ends a syllable.
const joiners = '\u200d*';

const stray = new RegExp(scripts.flatMap(strayOf).join('|'), 'u');

function strayOf({ consonant, vowel, nukta, sign, virama, end }: Syllables): string[] {
  const without = (base: string, mark: string) => (mark ? [`(?<![${base}]${joiners})[${mark}]`] : []);
  return [
    ...without(consonant + nukta + sign, sign),
    ...without(consonant + vowel + nukta + sign, virama),
    ...without(consonant + vowel + nukta + sign + virama, nukta),
    ...without(consonant + vowel + nukta + sign + virama + end, end),
    `[${end}](?=[${end}]{2})`,
  ];
}

/**
 * The first vowel sign, virama, nukta or anusvara that has no base letter of its script, for which every font draws a
 * dotted circle; null if there is none.
 */
export function findStraySign(text: string): string | null {
  return stray.exec(text)?.[0] ?? null;
}

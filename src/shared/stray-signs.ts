// Characters of Devanagari, Kannada, Tamil and Telugu, by the syllable classes of OpenType.
const consonant =
  '\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0c95-\u0cb9\u0cdd\u0cde\u0b95-\u0bb9\u0c15-\u0c39\u0c58-\u0c5a\u0c5d';
const vowel =
  '\u0904-\u0914\u0960\u0961\u0972-\u0977\u0c85-\u0c94\u0ce0\u0ce1\u0b85-\u0b94\u0c05-\u0c14\u0c60\u0c61';
const nukta = '\u093c\u0cbc\u0c3c';
const vowelSign =
  '\u093a\u093b\u093e-\u094c\u094e\u094f\u0955-\u0957\u0962\u0963\u0cbe-\u0ccc\u0cd5\u0cd6\u0ce2\u0ce3\u0bbe-\u0bcc\u0bd7\u0c3e-\u0c4c\u0c55\u0c56\u0c62\u0c63';
const virama = '\u094d\u0ccd\u0bcd\u0c4d';
const end = '\u0900-\u0903\u0c81-\u0c83\u0b82\u0c00-\u0c04';
const joiners = '[\u200c\u200d]*';

const stray = new RegExp(
  [
    `(?<![${consonant}${nukta}${vowelSign}]${joiners})[${vowelSign}]`,
    `(?<![${consonant}${vowel}${nukta}${vowelSign}]${joiners})[${virama}]`,
    `(?<![${consonant}${vowel}${nukta}${vowelSign}${virama}]${joiners})[${nukta}]`,
    `(?<![${consonant}${vowel}${nukta}${vowelSign}${virama}${end}]${joiners})[${end}]`,
    `[${end}]{3}`,
  ].join('|'),
  'u',
);

/**
 * The first vowel sign, virama, nukta or anusvara that has no base letter: every font draws a dotted circle as its
 * base. Null if there is none.
 */
export function findStraySign(text: string): string | null {
  const [found] = stray.exec(text) ?? [];
  return found === undefined ? null : found[0]!;
}

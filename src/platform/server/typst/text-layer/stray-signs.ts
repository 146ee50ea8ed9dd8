// Devanagari and Kannada characters, by the syllable classes of OpenType.
const consonant = '\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0c95-\u0cb9\u0cdd\u0cde';
const vowel = '\u0904-\u0914\u0960\u0961\u0972-\u0977\u0c85-\u0c94\u0ce0\u0ce1';
const nukta = '\u093c\u0cbc';
const vowelSign =
  '\u093a\u093b\u093e-\u094c\u094e\u094f\u0955-\u0957\u0962\u0963\u0cbe-\u0ccc\u0cd5\u0cd6\u0ce2\u0ce3';
const virama = '\u094d\u0ccd';
const end = '\u0900-\u0903\u0c81-\u0c83';
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

/** Whether a vowel sign, virama, nukta or anusvara has no base letter: every font draws a dotted circle as its base. */
export function hasStraySign(text: string): boolean {
  return stray.test(text);
}

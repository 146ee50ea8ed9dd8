/** Letters and vowel signs that a joiner may stand between: Indian scripts, Sinhala and Arabic. */
const joined = `\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Arabic}`;
/** Behind it a joiner makes a half form, also at the end of a word: the chillus of Malayalam. */
const virama = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA';
/**
 * Nothing that anybody sees: soft hyphens, zero-width spaces, marks of direction, fillers, variation selectors, tags
 * (Unicode's Default_Ignorable_Code_Point); joiners only where no script needs them.
 */
const invisible = new RegExp(
  `(?<![${joined}])[\\u200C\\u200D]|\\u200C(?![${joined}])|(?<![${virama}])\\u200D(?![${joined}])|(?![\\u200C\\u200D])\\p{Default_Ignorable_Code_Point}`,
  'gu',
);

/** Such a character, as `U+00AD`; null if there is none. */
export function findInvisible(text: string): string | null {
  const [character] = text.match(invisible) ?? [];
  return character === undefined ? null : codeOf(character);
}

/** `U+202E` */
export function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text without characters that nobody sees. Kannada and Devanagari keep the joiners between their letters. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** Control characters except tab and line break, separators of lines and marks of annotations. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for these
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB]/u;

/** The first character that must not get into a record, as `U+202E`; null if there is none. */
export function findHidden(text: string): string | null {
  const [character] = hidden.exec(text) ?? [];
  return character === undefined ? null : codeOf(character);
}

/** Digits of every script as 0 to 9: in each the ten digits are consecutive, beginning with zero. */
export function withPlainDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0)!;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return value % 10;
}

/** A letter of another alphabet that looks like a Latin one. */
export type ForeignLetter = { letter: string; script: 'Cyrillic' | 'Greek' };

/** The first Cyrillic or Greek letter; null if there is none. */
export function findForeignLetter(text: string): ForeignLetter | null {
  const [letter] = /[\p{Script=Cyrillic}\p{Script=Greek}]/u.exec(text) ?? [];
  if (letter === undefined) return null;
  return { letter, script: /\p{Script=Greek}/u.test(letter) ? 'Greek' : 'Cyrillic' };
}

/** Greek letters that no title of a thesis needs: they look like Latin ones. Its β and μ do not. */
const latinLooking = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿινορυϲϳ]/u;

/** The first letter in a Latin text that only looks Latin; null if there is none. */
export function findDisguisedLetter(text: string): ForeignLetter | null {
  if (!/\p{Script=Latin}/u.test(text)) return null;
  // Decomposed, because ό looks like ó. Alone, ν and ρ are signs of physics.
  const letters = [...text.normalize('NFD').replace(/(?<!\p{L})[νρ](?!\p{L})/gu, '')];
  return findForeignLetter(
    letters.filter((letter) => !/\p{Script=Greek}/u.test(letter) || latinLooking.test(letter)).join(''),
  );
}

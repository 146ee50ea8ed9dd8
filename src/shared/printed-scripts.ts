import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

/**
 * The scripts besides Latin that a university can choose for its certificates. `letters` are the characters that every
 * file of the script's fonts has (a test reads the files), as a class of regular expressions, also of PostgreSQL.
 */
export const printedScripts = {
  kannada: {
    name: t`Kannada`,
    letters: '\u0C80-\u0CDB\u0CDD-\u0CFF',
  },
  devanagari: {
    name: t`Devanagari`,
    letters: '\u0900-\u097F',
  },
  tamil: { name: t`Tamil`, letters: '\u0B80-\u0BFF' },
  telugu: { name: t`Telugu`, letters: '\u0C00-\u0C5B\u0C5D-\u0C7F' },
} as const;
export type PrintedScript = keyof typeof printedScripts;

/** Those of a university that has not chosen. */
export const usualScripts: readonly PrintedScript[] = ['kannada', 'devanagari'];

/** `script` is '' for what has none, and for rare letters; `isStray` marks a sign without its letter. */
export type Unprintable = { letter: string; script: string; isStray?: true };

/** `The letter ழ is Tamil; the certificate has Latin, Kannada and Devanagari.` */
export function unprintableSentence(found: Unprintable, scripts: readonly PrintedScript[]): string {
  if (found.isStray) return t`The sign ${found.letter} has no letter that it belongs to.`;
  const names = [t`Latin`, ...scripts.map((script) => translateLabel(printedScripts[script].name))];
  const last = names.pop()!;
  const list = names.length === 0 ? last : t`${names.join(', ')} and ${last}`;
  return t`${whatIs(found)}; the certificate has ${list}.`;
}

/** The same for a field of Latin letters. */
export function notLatinSentence(found: Unprintable): string {
  return t`${whatIs(found)}; this field takes Latin letters only, as on the marks card.`;
}

function whatIs({ letter, script }: Unprintable): string {
  if (script !== '') return t`The letter ${letter} is ${translateLabel(script)}`;
  return /\p{L}/u.test(letter)
    ? t`The letter ${letter} cannot be printed`
    : t`The sign ${letter} cannot be printed`;
}

import { t } from '#shared/words.ts';

/**
 * Languages besides English in which a university writes, by tag (BCP 47), with their printed script; the state's
 * language before Hindi. These are the languages of the Eighth Schedule to the Constitution whose script the
 * certificate fonts have.
 */
export const writtenLanguages = {
  kn: { name: t`Kannada`, letters: /\p{Script=Kannada}/u },
  mr: { name: t`Marathi`, letters: /\p{Script=Devanagari}/u },
  sa: { name: t`Sanskrit`, letters: /\p{Script=Devanagari}/u },
  kok: { name: t`Konkani`, letters: /\p{Script=Devanagari}/u },
  ne: { name: t`Nepali`, letters: /\p{Script=Devanagari}/u },
  hi: { name: t`Hindi`, letters: /\p{Script=Devanagari}/u },
} as const;
export type WrittenLanguage = keyof typeof writtenLanguages;

export function isWrittenLanguage(tag: string): tag is WrittenLanguage {
  return Object.hasOwn(writtenLanguages, tag);
}

/** Whether all letters are of the language's own script. */
export function isWrittenIn(tag: WrittenLanguage, text: string): boolean {
  const { letters } = writtenLanguages[tag];
  const own = [...text].filter((character) => /\p{L}/u.test(character));
  return own.length > 0 && own.every((letter) => letters.test(letter));
}

/** The scripts besides Latin that sheets are printed in, as character classes of PostgreSQL's regular expressions. */
export const letterRanges = { devanagari: '[\u0900-\u097f]', kannada: '[\u0c80-\u0cff]' };
